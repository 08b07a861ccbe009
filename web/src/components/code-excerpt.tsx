// What stands in the file? Lines with their numbers, some of them pointed at.
interface CodeExcerptProps {
  text: string;
  /** The number of the first line. */
  first?: number;
  /** Lines that matter, by number. */
  marked?: readonly number[];
  label?: string;
}

export function CodeExcerpt({ text, first = 1, marked = [], label = "Excerpt" }: CodeExcerptProps) {
  const lines = text.replace(/\n$/, "").split("\n");
  return (
    <div class="code" role="region" aria-label={label} tabIndex={0}>
      <table>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index} data-marked={marked.includes(first + index)}>
              <td class="code-number" data-number={first + index} aria-hidden="true" />
              <td>{line || " "}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A text as it is: compiled contexts, evidence, SKILL.md. */
export function Verbatim({ text, label }: { text: string; label: string }) {
  return (
    <pre class="verbatim" role="region" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}

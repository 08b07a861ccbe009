// What exactly does it hold? Any JSON as a tree that opens and closes, without a line too many.
interface JsonViewProps {
  value: unknown;
  /** How many levels are open at first. */
  open?: number;
}

const MOST_ENTRIES = 200;

export function JsonView({ value, open = 2 }: JsonViewProps) {
  return (
    <div class="json">
      <Node value={value} open={open} />
    </div>
  );
}

function Node({ name, value, open }: { name?: string; value: unknown; open: number }) {
  const label = name === undefined ? null : <span class="json-name">{name}: </span>;
  if (typeof value !== "object" || value === null) {
    return (
      <div>
        {label}
        <span class="json-value" data-type={value === null ? "null" : typeof value}>
          {typeof value === "string" ? value : JSON.stringify(value)}
        </span>
      </div>
    );
  }
  const entries = Object.entries(value);
  const summary = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  if (entries.length === 0) {
    return (
      <div>
        {label}
        <span class="faint">{summary}</span>
      </div>
    );
  }
  return (
    <details open={open > 0}>
      <summary>
        {label}
        <span class="faint">{summary}</span>
      </summary>
      <div class="json-inside">
        {entries.slice(0, MOST_ENTRIES).map(([key, inner]) => (
          <Node key={key} name={key} value={inner} open={open - 1} />
        ))}
        {entries.length > MOST_ENTRIES && <div class="faint">… and {entries.length - MOST_ENTRIES} more</div>}
      </div>
    </details>
  );
}

// What should somebody look at? What compiling came across: contradictions, doubt, what has expired or is kept back.
import type { Answer } from "../../api/call.ts";
import { WordBadge } from "../../components/badge.tsx";
import { Handle } from "../../components/handle.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty } from "../../components/problem.tsx";
import { counted } from "../../components/wording.ts";
import { recordAddress } from "../../routing/addresses.ts";

/** How many things there are to look at. */
export function findingsOf({ data, warnings }: Answer<"compile">): number {
  return data.findings.length + warnings.length + (data.withheld ? 1 : 0);
}

export function Findings({ answer }: { answer: Answer<"compile"> }) {
  const { findings, withheld } = answer.data;
  if (findingsOf(answer) === 0) {
    return <Empty title="Nothing to look at">No line contradicts another, has expired or cites code that changed.</Empty>;
  }
  return (
    <Panel title="Worth a look">
      <ul>
        {answer.warnings.map((warning) => (
          <li key={warning.code}>
            <code>{warning.code}</code> {warning.message}
          </li>
        ))}
        {withheld > 0 && (
          <li>
            {counted(withheld, "sensitive thing", "sensitive things")} would answer, but this profile may not read{" "}
            {withheld === 1 ? "it" : "them"}.
          </li>
        )}
        {findings.map((finding) => (
          <li key={`${finding.kind} ${finding.record_ids.join(" ")}`}>
            <WordBadge word={finding.kind} /> {finding.message}{" "}
            {finding.record_ids.map((id) => (
              <Handle key={id} value={id} to={recordAddress(id)} />
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

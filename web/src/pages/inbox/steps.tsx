// How is it done? The steps of a procedure that sessions have shown, and what speaks for it.
import { useOperation } from "../../api/use-operation.ts";
import { KeyValues, Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { counted, percent } from "../../components/wording.ts";
import type { ProcedureView } from "../../contract.ts";

export function Steps({ id }: { id: string }) {
  const { data, error, reload } = useOperation("procedures", { ids: [id] });
  const procedure = data?.procedures[0];
  return (
    <Panel title="Steps" aside={procedure && <span class="faint">{procedure.standing}</span>}>
      <Problem error={error} onRetry={reload} />
      {procedure && <Shown procedure={procedure} />}
    </Panel>
  );
}

function Shown({ procedure }: { procedure: ProcedureView }) {
  return (
    <>
      <ol class="steps">
        {procedure.steps.map((step, index) => (
          <li key={index}>
            <code>{step.action}</code> {step.optional && <span class="faint">(optional)</span>}
            <p class="faint">{[step.expected, step.note].filter(Boolean).join("; ")}</p>
          </li>
        ))}
      </ol>
      <KeyValues
        pairs={[
          ["Before", procedure.preconditions.join("; ")],
          ["Parameters", procedure.parameters.map(({ name }) => name).join(", ")],
          ["Seen", seen(procedure.evidence)],
          ["Used since", counted(procedure.uses, "time")],
          ["Sessions", counted(procedure.sessions.length, "session")],
          ["Works next time", percent(procedure.confidence)],
        ]}
      />
    </>
  );
}

/** How often it was seen to work, and not to. */
function seen({ successes, failures }: Record<string, unknown>): string {
  return `${counted(Number(successes ?? 0), "success", "successes")}, ${counted(Number(failures ?? 0), "failure")}`;
}

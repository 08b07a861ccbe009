// How is it done? When it applies, what has to be there, the steps with what to expect, and what differs each time.
import { KeyValues, Panel } from "../../components/panel.tsx";
import type { ProcedureView } from "../../contract.ts";
import { whenOf } from "./telling.ts";

export function Steps({ procedure }: { procedure: ProcedureView }) {
  const when = whenOf(procedure.when);
  return (
    <>
      {(when.length > 0 || procedure.preconditions.length > 0) && (
        <Panel title="When it applies">
          <KeyValues pairs={[...when, ["Before", procedure.preconditions.join("; ") || undefined]]} />
        </Panel>
      )}
      <Panel title="Steps">
        {procedure.steps.length === 0 ? (
          <p class="faint">It has no steps of its own, only its statement.</p>
        ) : (
          <ol class="procedure-steps">
            {procedure.steps.map((step, index) => (
              <li key={index}>
                <code>{step.action}</code>
                {step.optional && <span class="faint"> optional</span>}
                {step.expected && <p class="faint">Expect: {step.expected}</p>}
                {step.note && <p class="faint">{step.note}</p>}
              </li>
            ))}
          </ol>
        )}
      </Panel>
      {procedure.parameters.length > 0 && (
        <Panel title="What differs from time to time">
          <KeyValues
            pairs={procedure.parameters.map(({ name, examples }) => [`{${name}}`, examples.length ? `such as ${examples.join(", ")}` : "anything"])}
          />
        </Panel>
      )}
    </>
  );
}

// How is it done, and what speaks for it? The procedure that sessions have shown.
import { useOperation } from "../../api/use-operation.ts";
import { KeyValues, Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { counted, percent } from "../../components/wording.ts";
import { Steps } from "../procedures/steps.tsx";

export function Procedure({ id }: { id: string }) {
  const { data, error, reload } = useOperation("procedures", { ids: [id] });
  const procedure = data?.procedures[0];
  if (!procedure) return <Problem error={error} onRetry={reload} />;
  return (
    <>
      <Steps procedure={procedure} />
      <Panel title="What speaks for it" aside={<span class="faint">{procedure.standing}</span>}>
        <KeyValues
          pairs={[
            ["Seen", seen(procedure.evidence)],
            ["Used since", counted(procedure.uses, "time")],
            ["Sessions", counted(procedure.sessions.length, "session")],
            ["Works next time", percent(procedure.confidence)],
          ]}
        />
      </Panel>
    </>
  );
}

/** How often it was seen to work, and not to. */
function seen({ successes, failures }: Record<string, unknown>): string {
  return `${counted(Number(successes ?? 0), "success", "successes")}, ${counted(Number(failures ?? 0), "failure")}`;
}

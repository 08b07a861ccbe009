// How did it go this time? A person's word for one use: it raises or lowers what is thought of the procedure.
import { useState } from "preact/hooks";
import { call, mayCall } from "../../api/call.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Field, optionsOf, Select } from "../../components/field.tsx";
import { Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { counted } from "../../components/wording.ts";
import { OPERATIONS, type ProcedureView, type ReportOutcomeParams } from "../../contract.ts";

const { outcome: OUTCOMES } = OPERATIONS.report_outcome.choices;

export function Report({ procedure }: { procedure: ProcedureView }) {
  const [outcome, setOutcome] = useState<ReportOutcomeParams["outcome"]>("success");
  const [reason, setReason] = useState("");
  const send = useAction(async () => {
    const { data } = await call("report_outcome", { used: [procedure.id], outcome, reason: reason.trim() || undefined });
    setReason("");
    const uses = data.counted[0];
    return uses && `Noted: it worked ${counted(uses.successes, "time")} and failed ${counted(uses.failures, "time")}`;
  });
  if (!mayCall("report_outcome") || procedure.standing !== "verified") return null;
  const submit = (event: Event) => {
    event.preventDefault();
    void send.run();
  };
  return (
    <Panel title="Report a use">
      <form class="form" onSubmit={submit}>
        <div class="fields">
          <Select label="How it went" value={outcome} options={optionsOf(OUTCOMES)} onValue={(value) => setOutcome(value)} />
          <Field label="What shows it (for the journal)" value={reason} onValue={setReason} maxLength={512} />
        </div>
        <Problem error={send.error} />
        <div class="row">
          <Button type="submit" busy={send.busy}>
            Report
          </Button>
        </div>
      </form>
    </Panel>
  );
}

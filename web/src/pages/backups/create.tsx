// How is a backup made? With one press, and a word about why; it is checked before it counts.
import { useState } from "preact/hooks";
import { call } from "../../api/call.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { bytes } from "../../components/wording.ts";

export function Create() {
  const [reason, setReason] = useState("");
  const create = useAction(async () => {
    const { data } = await call("backup_create", { reason: reason.trim() || undefined });
    setReason("");
    return `Backed up: ${bytes(data.bytes)}${data.pruned.length ? `, ${data.pruned.length} old ones pruned` : ""}`;
  });
  const submit = (event: Event) => {
    event.preventDefault();
    void create.run();
  };
  return (
    <form class="panel create" onSubmit={submit}>
      <Field label="Why" placeholder="before the migration" value={reason} onValue={setReason} maxLength={512} />
      <Button tone="primary" type="submit" busy={create.busy}>
        Back up now
      </Button>
      <Problem error={create.error} />
    </form>
  );
}

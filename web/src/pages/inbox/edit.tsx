// How is it said better? The statement in a field; what was typed stays until it is kept.
import { useState } from "preact/hooks";
import { type Answer, call, type OperationName } from "../../api/call.ts";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/field.tsx";
import { TextDiff } from "../../components/text-diff.tsx";
import type { editOf } from "./ways.ts";

export type Editing = NonNullable<ReturnType<typeof editOf>>;

interface EditProps {
  edit: Editing;
  onSend(work: () => Promise<Answer<OperationName>>, done: string): Promise<boolean>;
  onClose(): void;
}

export function Edit({ edit, onSend, onClose }: EditProps) {
  const [statement, setStatement] = useState(edit.statement);
  const [busy, setBusy] = useState(false);
  const accepts = edit.how === "accept";
  const ready = statement.trim() !== "" && statement !== edit.statement;
  const send = async (event: Event) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    const kept = await onSend(() => sent(edit, statement.trim()), accepts ? "Accepted in other words:" : "Revised");
    if (!kept) setBusy(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send(event);
  };
  return (
    <form class="form item-edit" onSubmit={send} onKeyDown={press}>
      <TextArea
        label="In other words"
        hint={`Ctrl + Enter ${accepts ? "accepts it so" : "keeps it"}, Escape leaves it as it is`}
        value={statement}
        onValue={setStatement}
        required
        autofocus
      />
      {statement !== edit.statement && <TextDiff before={edit.statement} after={statement} />}
      <div class="row">
        <Button tone="primary" type="submit" busy={busy} disabled={!ready}>
          {accepts ? "Accept in these words" : "Revise"}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

function sent(edit: Editing, statement: string): Promise<Answer<OperationName>> {
  if (edit.how === "accept") return call("review", { action: "accept", ids: [edit.id], statement });
  return call("revise", { id: edit.id, expected_id: edit.id, statement });
}

// How is a record linked with another one, or with the code? What sort of link, and to what.
import { useState } from "preact/hooks";
import { carryOut } from "../../api/carry-out.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { optionsOf, Select } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { RecordPicker } from "../../components/record-picker.tsx";
import { shortened } from "../../components/wording.ts";
import { type LinkInput, OPERATIONS, type RecordView } from "../../contract.ts";

type Type = LinkInput["type"];
/** A version follows another one by revising it, not by a link. */
export const TYPES = OPERATIONS.relationships.choices.types.filter((type): type is Type => type !== "supersedes");

export function LinkForm({ record, onDone }: { record: RecordView; onDone(): void }) {
  const [type, setType] = useState<Type>("depends_on");
  const [target, setTarget] = useState<{ handle: string; text: string }>();
  const save = useAction(async () => {
    if (!target) return undefined;
    const params = { id: record.id, links: [{ type, target: target.handle }] };
    const done = await carryOut("link", params, { title: "Add this link?", always: true });
    if (!done) return undefined;
    onDone();
    return done.data.added.some((link) => link.changed) ? "Linked" : "That link was there before";
  });
  const submit = (event: Event) => {
    event.preventDefault();
    void save.run();
  };
  return (
    <form class="form link-form" onSubmit={submit}>
      <Select label="This record" value={type} options={optionsOf(TYPES)} onValue={(chosen: Type) => setType(chosen)} />
      {target ? (
        <p class="row">
          <span>{shortened(target.text, 120)}</span>
          <Button tone="quiet" onClick={() => setTarget(undefined)}>
            Choose another
          </Button>
        </p>
      ) : (
        <RecordPicker label="Which record or reference" hint="Words, a handle (m:…), or file:…, symbol:…, person:…" autofocus onPick={setTarget} />
      )}
      <Problem error={save.error} />
      <div class="row">
        <Button tone="primary" type="submit" busy={save.busy} disabled={!target}>
          Link
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

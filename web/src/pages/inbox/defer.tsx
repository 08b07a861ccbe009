// When is it to come back? A moment that people mean, any other, or when something about it changes.
import { useState } from "preact/hooks";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { MomentField } from "../../components/moment-field.tsx";
import { written } from "../../components/wording.ts";
import type { WakeInput } from "../../contract.ts";
import { type Item, mainRecord } from "./ways.ts";
import { wakes } from "./wakes.ts";

interface DeferProps {
  item: Item;
  onDefer(wake: WakeInput, text: string): void;
  onClose(): void;
}

export function Defer({ item, onDefer, onClose }: DeferProps) {
  const [until, setUntil] = useState("");
  const about = item.records.find(({ role }) => role === "held")?.record ?? mainRecord(item);
  const later = new Date(until) > new Date();
  const at = (moment: Date) => onDefer({ until: moment.toISOString() }, `until ${written(moment)}`);
  const choose = (event: Event) => {
    event.preventDefault();
    if (later) at(new Date(until));
  };
  return (
    <Dialog title="Defer it until …" onClose={onClose}>
      <div class="defer" role="group" aria-label="Moments">
        {wakes(new Date()).map((wake, index) => (
          <Button key={wake.label} autofocus={index === 0} onClick={() => at(wake.until)}>
            {wake.label} <span class="faint">{written(wake.until)}</span>
          </Button>
        ))}
        {about && (
          <Button onClick={() => onDefer({ record: about.id }, `until m:${about.handle} changes`)}>
            Until m:{about.handle} changes <span class="faint">revised, withdrawn or verified</span>
          </Button>
        )}
      </div>
      <form class="form" onSubmit={choose}>
        <MomentField label="Another moment" value={until} onValue={setUntil} />
        <div class="row">
          <Button type="submit" disabled={!later}>
            Defer until then
          </Button>
          {until && !later && <span role="status">That is not in the future.</span>}
        </div>
      </form>
    </Dialog>
  );
}

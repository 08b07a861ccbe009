// Is that really meant for all of them? What one answer does to everything selected, before it is done.
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { counted, shortened } from "../../components/wording.ts";
import { type Batch, batchesOf } from "./batches.ts";
import { type Item, keyOf, titleOf } from "./ways.ts";

/** Enough to see what it is about; the count says how many there are. */
const MOST_SHOWN = 8;

interface BulkProps {
  items: readonly Item[];
  /** Yes or no. */
  answer: "a" | "r";
  onDecide(batches: Batch[]): void;
  onClose(): void;
}

export function Bulk({ items, answer, onDecide, onClose }: BulkProps) {
  const { batches, left } = batchesOf(items, answer);
  const count = items.length - left.length;
  const decide = (event: Event) => {
    event.preventDefault();
    onDecide(batches);
  };
  return (
    <Dialog
      title={`${answer === "a" ? "Yes" : "No"} to ${counted(count, "item")}?`}
      onClose={onClose}
      actions={
        <form class="row" onSubmit={decide}>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" autofocus disabled={count === 0}>
            Decide {counted(count, "item")}
          </Button>
        </form>
      }
    >
      {batches.map((batch) => (
        <section key={batch.way.label + batch.way.meaning} aria-label={batch.way.label}>
          <h3>
            {batch.way.label}: {counted(batch.items.length, "item")}
          </h3>
          <Titles items={batch.items} />
        </section>
      ))}
      {left.length > 0 && (
        <section aria-label="Left out">
          <h3>Left out, because each needs a decision of its own: {counted(left.length, "item")}</h3>
          <Titles items={left} />
        </section>
      )}
    </Dialog>
  );
}

function Titles({ items }: { items: readonly Item[] }) {
  return (
    <ul>
      {items.slice(0, MOST_SHOWN).map((item) => (
        <li key={keyOf(item)}>{shortened(titleOf(item), 100)}</li>
      ))}
      {items.length > MOST_SHOWN && <li class="faint">… and {items.length - MOST_SHOWN} more</li>}
    </ul>
  );
}

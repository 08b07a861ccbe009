// Which items are shown? One kind or all, and whether they wait now, wait for later, or are decided.
import { Facet } from "../../components/facets.tsx";
import { optionsOf, Select, Toggle } from "../../components/field.tsx";
import { canLook, type Filters, KINDS, STATES } from "./filters.ts";

const STATE_NAMES: Record<Filters["state"], string> = {
  open: "Waiting now",
  deferred: "Deferred",
  resolved: "Decided",
};

interface ChoicesProps {
  filters: Filters;
  counts: Record<string, number> | undefined;
  onChoose(chosen: Partial<Filters>): void;
}

export function Choices({ filters, counts = {}, onChoose }: ChoicesProps) {
  // A kind of which there is nothing is not offered, unless it is what was asked for; these two can be looked for.
  const offered = KINDS.filter((kind) => counts[kind] || kind === filters.kind || kind === "stale" || kind === "duplicate");
  return (
    <div class="inbox-choices">
      <Facet
        title="Kind"
        single
        values={offered}
        counts={counts}
        chosen={filters.kind ? [filters.kind] : []}
        onChoose={([kind]) => onChoose({ kind: kind ?? "", look: false })}
      />
      {canLook(filters) && (
        <Toggle label="Also look for what nobody has noticed yet" checked={filters.look} onValue={(look) => onChoose({ look })} />
      )}
      <Select
        label="State"
        value={filters.state}
        options={optionsOf(STATES, STATE_NAMES)}
        onValue={(state) => onChoose({ state, look: false })}
      />
    </div>
  );
}

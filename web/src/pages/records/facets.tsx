// Which of them? Everything by which records can be told apart, with how many each choice would show.
import { Button } from "../../components/button.tsx";
import { Facet, Facets } from "../../components/facets.tsx";
import { Field, Toggle } from "../../components/field.tsx";
import { MomentField } from "../../components/moment-field.tsx";
import type { FacetsView } from "../../contract.ts";
import { type Filters, isPast, KINDS, MARKS, narrowings, ORIGINS, SCOPES, STATES } from "./filters.ts";

interface RecordFacetsProps {
  filters: Filters;
  /** Absent for the past, and for what is found by words. */
  counts: FacetsView | undefined;
  change(changed: Partial<Filters>, options?: { replace?: boolean }): void;
}

/** Nothing chosen: what the list shows by itself. */
const NONE: Partial<Filters> = {
  kind: "",
  states: ["live"],
  marks: [],
  scope: "",
  origins: [],
  subject: "",
  here: false,
  known_at: "",
  as_of: "",
};

export function RecordFacets({ filters, counts, change }: RecordFacetsProps) {
  const chosen = narrowings(filters);
  // A choice that would show nothing only takes room, unless it is the one that was made.
  const present = <Value extends string>(values: readonly Value[], of: Record<string, number> | undefined, held: readonly Value[]) =>
    of ? values.filter((value) => of[value] || held.includes(value)) : values;
  const kinds = filters.kind ? [filters.kind] : [];
  const scopes = filters.scope ? [filters.scope] : [];
  const searching = filters.q.trim() !== "";
  return (
    <Facets chosen={chosen}>
      {chosen > 0 && <Button onClick={() => change(NONE)}>Clear the filters</Button>}
      {!searching && (
        <Field
          label="Subject begins with"
          type="search"
          value={filters.subject}
          onValue={(subject) => change({ subject }, { replace: true })}
        />
      )}
      <Facet
        title="State"
        values={STATES}
        counts={counts?.state}
        chosen={filters.states}
        onChoose={(states) => change({ states: states.length ? states : ["live"] })}
      />
      {!searching && !isPast(filters) && (
        <Facet title="In question" values={MARKS} counts={counts?.mark} chosen={filters.marks} onChoose={(marks) => change({ marks })} />
      )}
      <Facet
        title="Kind"
        single
        values={present(KINDS, counts?.kind, kinds)}
        counts={counts?.kind}
        chosen={kinds}
        onChoose={([kind]) => change({ kind: kind ?? "" })}
      />
      <Facet
        title="Origin"
        values={present(ORIGINS, counts?.origin, filters.origins)}
        counts={counts?.origin}
        chosen={filters.origins}
        onChoose={(origins) => change({ origins })}
      />
      <Facet
        title="Scope"
        single
        values={present(SCOPES, counts?.scope, scopes)}
        counts={counts?.scope}
        chosen={scopes}
        onChoose={([scope]) => change({ scope: scope ?? "" })}
      />
      <Toggle label="Only what holds on this branch" checked={filters.here} onValue={(here) => change({ here })} />
      <MomentField label="As the store knew it at" value={filters.known_at} onValue={(known_at) => change({ known_at }, { replace: true })} />
      <MomentField label="True in the world at" value={filters.as_of} onValue={(as_of) => change({ as_of }, { replace: true })} />
    </Facets>
  );
}

// How does a person narrow what may answer? The fields of `narrowing.ts`: what, where, and as of when.
import { Facet } from "./facets.tsx";
import { optionsOf, Select, Toggle } from "./field.tsx";
import { MomentField } from "./moment-field.tsx";
import { KINDS, type Narrowing, ORIGINS, SCOPES, TIERS } from "./narrowing.ts";
import { SettledField } from "./settled-field.tsx";

interface NarrowingProps {
  chosen: Narrowing;
  onChange(changed: Partial<Narrowing>): void;
}

export function NarrowingFields({ chosen, onChange }: NarrowingProps) {
  const given = (name: "scope_ref" | "session" | "about" | "at_commit" | "since" | "until" | "as_of" | "known_at") => (value: string) =>
    onChange({ [name]: value });
  return (
    <div class="narrowing">
      <Facet title="Where it is kept" values={TIERS} chosen={chosen.tiers} onChoose={(tiers) => onChange({ tiers })} />
      <Facet title="Kind of record" values={KINDS} chosen={chosen.kinds} onChoose={(kinds) => onChange({ kinds })} />
      <Facet title="Origin" values={ORIGINS} chosen={chosen.origins} onChoose={(origins) => onChange({ origins })} />
      <div class="fields">
        <Select
          label="Scope"
          value={chosen.scope}
          none="Any seen from here"
          options={optionsOf(SCOPES)}
          onValue={(scope) => onChange({ scope })}
        />
        <SettledField label="Branch, worktree or session" value={chosen.scope_ref} onValue={given("scope_ref")} />
        <SettledField label="About" placeholder="file:src/a.py" value={chosen.about} onValue={given("about")} />
        <SettledField label="Seen in session" value={chosen.session} onValue={given("session")} />
        <SettledField
          label="Confidence at least"
          type="number"
          min={0}
          max={1}
          step={0.1}
          value={chosen.confidence ? String(chosen.confidence) : ""}
          onValue={(value) => onChange({ confidence: Number(value) || 0 })}
        />
        <Toggle
          label="Also other branches, worktrees and sessions"
          checked={chosen.everywhere}
          onValue={(everywhere) => onChange({ everywhere })}
        />
      </div>
      <div class="fields">
        <MomentField label="True in the world at" value={chosen.as_of} onValue={given("as_of")} />
        <MomentField label="Known to the store at" value={chosen.known_at} onValue={given("known_at")} />
        <SettledField label="Held at commit, tag or branch" value={chosen.at_commit} onValue={given("at_commit")} />
        <MomentField label="Seen or true from" value={chosen.since} onValue={given("since")} />
        <MomentField label="Seen or true before" value={chosen.until} onValue={given("until")} />
      </div>
    </div>
  );
}

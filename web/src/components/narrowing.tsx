// How does a person narrow what may answer? The fields of `narrowing.ts`: what, where, and as of when.
import { Facet } from "./facets.tsx";
import { Field, Select, Toggle } from "./field.tsx";
import { MomentField } from "./moment-field.tsx";
import { KINDS, type Narrowing, ORIGINS, SCOPES, TIERS } from "./narrowing.ts";
import { titled } from "./wording.ts";

interface NarrowingProps {
  chosen: Narrowing;
  onChange(changed: Partial<Narrowing>, options?: { replace?: boolean }): void;
}

export function NarrowingFields({ chosen, onChange }: NarrowingProps) {
  const typed = (name: "scope_ref" | "session" | "about" | "at_commit") => (value: string) =>
    onChange({ [name]: value }, { replace: true });
  const moment = (name: "since" | "until" | "as_of" | "known_at") => (value: string) =>
    onChange({ [name]: value }, { replace: true });
  return (
    <div class="narrowing">
      <Facet title="Where it is kept" values={TIERS} chosen={chosen.tiers} onChoose={(tiers) => onChange({ tiers })} />
      <Facet title="Kind of record" values={KINDS} chosen={chosen.kinds} onChoose={(kinds) => onChange({ kinds })} />
      <Facet title="Origin" values={ORIGINS} chosen={chosen.origins} onChoose={(origins) => onChange({ origins })} />
      <div class="fields">
        <Select
          label="Scope"
          value={chosen.scope}
          options={[{ value: "", label: "Any that is seen from here" }, ...SCOPES.map((value) => ({ value, label: titled(value) }))]}
          onValue={(scope) => onChange({ scope })}
        />
        <Field label="Branch, worktree or session" value={chosen.scope_ref} onValue={typed("scope_ref")} />
        <Field label="About" placeholder="file:src/a.py" value={chosen.about} onValue={typed("about")} />
        <Field label="Seen in session" value={chosen.session} onValue={typed("session")} />
        <Field
          label="Confidence at least"
          type="number"
          min={0}
          max={1}
          step={0.1}
          value={chosen.confidence ? String(chosen.confidence) : ""}
          onValue={(value) => onChange({ confidence: Number(value) || 0 }, { replace: true })}
        />
        <Toggle
          label="Also other branches, worktrees and sessions"
          checked={chosen.everywhere}
          onValue={(everywhere) => onChange({ everywhere })}
        />
      </div>
      <div class="fields">
        <MomentField label="True in the world at" value={chosen.as_of} onValue={moment("as_of")} />
        <MomentField label="Known to the store at" value={chosen.known_at} onValue={moment("known_at")} />
        <Field label="Held at commit, tag or branch" value={chosen.at_commit} onValue={typed("at_commit")} />
        <MomentField label="Seen or true from" value={chosen.since} onValue={moment("since")} />
        <MomentField label="Seen or true before" value={chosen.until} onValue={moment("until")} />
      </div>
    </div>
  );
}

// How does one ask memory? The question waits for its button; every other choice counts at once.
import { Asking } from "../../components/asking.tsx";
import { Facet } from "../../components/facets.tsx";
import { Field, optionsOf, Select } from "../../components/field.tsx";
import { MoreOptions } from "../../components/more-options.tsx";
import { NarrowingFields } from "../../components/narrowing.tsx";
import { ARMS, type Asked, type ChangeAsked, GROUPS, MODES, optionsSet, SENSITIVITIES, STATES } from "./asking.ts";

const MODE_NAMES = { tokens: "Words and meaning", exact: "This very text", fuzzy: "Misspelt words too", regex: "Regular expression" };
export const ARM_NAMES = { hybrid: "Both (hybrid)", lexical: "Words (lexical)", dense: "Vectors (dense)" };
const GROUP_NAMES = { none: "Every hit", session: "The best of each session", subject: "The best of each subject" };

export function Form({ asked, onChange }: { asked: Asked; onChange: ChangeAsked }) {
  return (
    <Asking
      label="What is looked for"
      role="search"
      value={asked.q}
      onAsk={(q) => onChange({ q })}
      field={(typed) => <Field {...typed} label="Question" type="search" maxLength={10_000} />}
      button="Search"
    >
      <div class="fields">
        <Select label="How" value={asked.mode} options={optionsOf(MODES, MODE_NAMES)} onValue={(mode) => onChange({ mode })} />
        {asked.mode === "tokens" && (
          <Select label="Arms" value={asked.arms} options={optionsOf(ARMS, ARM_NAMES)} onValue={(arms) => onChange({ arms })} />
        )}
        <Select
          label="Show"
          value={asked.group}
          options={optionsOf(GROUPS, GROUP_NAMES)}
          onValue={(group) => onChange({ group })}
        />
      </div>
      <More asked={asked} onChange={onChange} />
    </Asking>
  );
}

function More({ asked, onChange }: { asked: Asked; onChange: ChangeAsked }) {
  return (
    <MoreOptions set={optionsSet(asked)}>
      <div class="chips">
        <Facet
          title="State of records"
          values={STATES}
          chosen={asked.states}
          onChoose={(states) => onChange({ states: states.length ? states : ["live"] })}
        />
      </div>
      <NarrowingFields chosen={asked} onChange={onChange} />
      <div class="fields">
        <Select
          label="Sensitivity"
          value={asked.sensitivity}
          none="Any"
          options={optionsOf(SENSITIVITIES)}
          onValue={(sensitivity) => onChange({ sensitivity })}
        />
      </div>
    </MoreOptions>
  );
}

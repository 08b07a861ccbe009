// How does one ask memory? The question waits for its button; every other choice counts at once.
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/button.tsx";
import { Facet } from "../../components/facets.tsx";
import { Field, Select } from "../../components/field.tsx";
import { MoreOptions } from "../../components/more-options.tsx";
import { NarrowingFields } from "../../components/narrowing.tsx";
import { titled } from "../../components/wording.ts";
import { ARMS, type Asked, type ChangeAsked, GROUPS, MODES, optionsSet, SENSITIVITIES, STATES } from "./asking.ts";

const MODE_NAMES = { tokens: "Words and meaning", exact: "This very text", fuzzy: "Misspelt words too", regex: "Regular expression" };
export const ARM_NAMES = { hybrid: "Both (hybrid)", lexical: "Words (lexical)", dense: "Vectors (dense)" };
const GROUP_NAMES = { none: "Every hit", session: "The best of each session", subject: "The best of each subject" };

export function Form({ asked, onChange }: { asked: Asked; onChange: ChangeAsked }) {
  const [question, setQuestion] = useState(asked.q);
  useEffect(() => setQuestion(asked.q), [asked.q]);
  const send = (event: Event) => {
    event.preventDefault();
    onChange({ q: question });
  };
  return (
    <form class="panel asking" role="search" onSubmit={send}>
      <div class="asking-task">
        <Field label="Question" type="search" value={question} onValue={setQuestion} maxLength={10_000} />
        <Button tone="primary" type="submit">
          Search
        </Button>
      </div>
      <div class="fields">
        <Select
          label="How"
          value={asked.mode}
          options={MODES.map((value) => ({ value, label: MODE_NAMES[value] }))}
          onValue={(mode) => onChange({ mode })}
        />
        {asked.mode === "tokens" && (
          <Select
            label="Arms"
            value={asked.arms}
            options={ARMS.map((value) => ({ value, label: ARM_NAMES[value] }))}
            onValue={(arms) => onChange({ arms })}
          />
        )}
        <Select
          label="Show"
          value={asked.group}
          options={GROUPS.map((value) => ({ value, label: GROUP_NAMES[value] }))}
          onValue={(group) => onChange({ group })}
        />
      </div>
      <More asked={asked} onChange={onChange} />
    </form>
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
          options={[{ value: "", label: "Any" }, ...SENSITIVITIES.map((value) => ({ value, label: titled(value) }))]}
          onValue={(sensitivity) => onChange({ sensitivity })}
        />
      </div>
    </MoreOptions>
  );
}

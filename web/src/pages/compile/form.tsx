// For which task, for whom, and how much? The task waits for its button; every other choice counts at once.
import { Asking } from "../../components/asking.tsx";
import { optionsOf, Select, TextArea, Toggle } from "../../components/field.tsx";
import { MoreOptions } from "../../components/more-options.tsx";
import { NarrowingFields } from "../../components/narrowing.tsx";
import { SettledField } from "../../components/settled-field.tsx";
import { type Asked, type ChangeAsked, FORMATS, HANDLES, MODELS, optionsSet, SIZES } from "./asking.ts";
import { Budget } from "./budget.tsx";

interface FormProps {
  asked: Asked;
  onChange: ChangeAsked;
  onAgain(): void;
  busy: boolean;
  usualBudget: number | undefined;
}

const SIZE_NAMES = { full: "Full", hook: "Hook (2,400 tokens, 9,000 characters)" };
const HANDLE_NAMES = { all: "Every line", records: "Records only", none: "No line" };

export function Form({ asked, onChange, onAgain, busy, usualBudget }: FormProps) {
  return (
    <Asking
      label="What is compiled"
      value={asked.task}
      onAsk={(task) => (task === asked.task ? onAgain() : onChange({ task, line: "" }))}
      field={(typed) => (
        <TextArea {...typed} label="Task" hint="Empty: what holds for every task. Ctrl + Enter compiles." rows={2} maxLength={10_000} />
      )}
      button="Compile"
      busy={busy}
    >
      <div class="asking-choices">
        <Budget budget={asked.budget} usual={usualBudget} onBudget={(budget) => onChange({ budget })} />
        <Select
          label="Model"
          value={asked.model}
          none="As configured"
          options={optionsOf(MODELS)}
          onValue={(model) => onChange({ model })}
        />
        <Select
          label="Format"
          value={asked.format}
          none="As the model likes"
          options={optionsOf(FORMATS)}
          onValue={(format) => onChange({ format })}
        />
        <Select label="Size" value={asked.size} options={optionsOf(SIZES, SIZE_NAMES)} onValue={(size) => onChange({ size })} />
      </div>
      <More asked={asked} onChange={onChange} />
    </Asking>
  );
}

function More({ asked, onChange }: { asked: Asked; onChange: ChangeAsked }) {
  return (
    <MoreOptions set={optionsSet(asked)}>
      <NarrowingFields chosen={asked} onChange={onChange} />
      <div class="fields">
        <SettledField
          label="Subjects that are to be there"
          placeholder="payments.*, storage.hours"
          value={asked.focus}
          onValue={(focus) => onChange({ focus })}
        />
        <SettledField
          label="Characters at most"
          type="number"
          min={1}
          value={asked.characters ? String(asked.characters) : ""}
          onValue={(value) => onChange({ characters: Number(value) || 0 })}
        />
        <SettledField
          label="Ages counted from"
          type="date"
          value={asked.now}
          onValue={(now) => onChange({ now })}
        />
        <Select
          label="Which lines say how to cite them"
          value={asked.handles}
          options={optionsOf(HANDLES, HANDLE_NAMES)}
          onValue={(handles) => onChange({ handles })}
        />
        <Toggle
          label="Where nothing matches, take what comes nearest"
          checked={asked.nearest}
          onValue={(nearest) => onChange({ nearest })}
        />
      </div>
    </MoreOptions>
  );
}

// For which task, for whom, and how much? The task waits for its button; every other choice counts at once.
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/button.tsx";
import { Select, TextArea, Toggle } from "../../components/field.tsx";
import { MoreOptions } from "../../components/more-options.tsx";
import { NarrowingFields } from "../../components/narrowing.tsx";
import { SettledField } from "../../components/settled-field.tsx";
import { titled } from "../../components/wording.ts";
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
  const [task, setTask] = useState(asked.task);
  useEffect(() => setTask(asked.task), [asked.task]);
  const send = (event: Event) => {
    event.preventDefault();
    if (task === asked.task) onAgain();
    else onChange({ task, line: "" });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send(event);
  };
  return (
    <form class="panel asking" onSubmit={send} aria-label="What is compiled">
      <div class="asking-task">
        <TextArea
          label="Task"
          hint="Empty: what holds for every task. Ctrl + Enter compiles."
          rows={2}
          value={task}
          onValue={setTask}
          onKeyDown={keys}
          maxLength={10_000}
        />
        <Button tone="primary" type="submit" busy={busy}>
          Compile
        </Button>
      </div>
      <div class="asking-choices">
        <Budget budget={asked.budget} usual={usualBudget} onBudget={(budget) => onChange({ budget })} />
        <Select
          label="Model"
          value={asked.model}
          options={[{ value: "", label: "As configured" }, ...MODELS.map((value) => ({ value, label: titled(value) }))]}
          onValue={(model) => onChange({ model })}
        />
        <Select
          label="Format"
          value={asked.format}
          options={[{ value: "", label: "As the model likes" }, ...FORMATS.map((value) => ({ value, label: titled(value) }))]}
          onValue={(format) => onChange({ format })}
        />
        <Select
          label="Size"
          value={asked.size}
          options={SIZES.map((value) => ({ value, label: SIZE_NAMES[value] }))}
          onValue={(size) => onChange({ size })}
        />
      </div>
      <More asked={asked} onChange={onChange} />
    </form>
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
          options={HANDLES.map((value) => ({ value, label: HANDLE_NAMES[value] }))}
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

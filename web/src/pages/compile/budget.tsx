// How much may be handed over? A slider for the eye, a number for the exact, and the usual sizes.
import { useId } from "preact/hooks";
import { counted, grouped } from "../../components/wording.ts";
import { useDraft } from "../../state/draft.ts";
import { budgetAt, placeOf, PRESETS, STEPS } from "./budgets.ts";

interface BudgetProps {
  /** 0 stands for what is configured. */
  budget: number;
  /** What it is when none is given: what the last answer said. */
  usual: number | undefined;
  onBudget(budget: number): void;
}

export function Budget({ budget, usual, onBudget }: BudgetProps) {
  const id = useId();
  const held = budget || usual || 0;
  const [draft, setDraft] = useDraft(held);
  return (
    <div class="budget" role="group" aria-labelledby={`${id}-label`}>
      <span class="budget-label" id={`${id}-label`}>
        Budget in tokens
      </span>
      <div class="budget-controls">
        <input
          type="range"
          min={0}
          max={STEPS}
          value={placeOf(draft)}
          aria-label="Budget"
          aria-valuetext={counted(draft, "token")}
          onInput={(event) => setDraft(budgetAt(Number(event.currentTarget.value)))}
          onChange={(event) => onBudget(budgetAt(Number(event.currentTarget.value)))}
        />
        <span class="field">
          <input
            type="number"
            min={1}
            max={1_000_000}
            value={draft || ""}
            aria-label="Budget as a number"
            onInput={(event) => setDraft(tokensIn(event.currentTarget.value))}
            onChange={(event) => onBudget(tokensIn(event.currentTarget.value))}
          />
        </span>
      </div>
      <div class="presets">
        <Preset name="As configured" pressed={budget === 0} onPress={() => onBudget(0)} />
        {PRESETS.map((preset) => (
          <Preset key={preset} name={grouped(preset)} pressed={budget === preset} onPress={() => onBudget(preset)} />
        ))}
      </div>
    </div>
  );
}

/** Nothing, and what is no number, stands for what is configured. */
function tokensIn(text: string): number {
  return Math.max(0, Math.round(Number(text) || 0));
}

function Preset({ name, pressed, onPress }: { name: string; pressed: boolean; onPress(): void }) {
  return (
    <button type="button" class="facet-value" aria-pressed={pressed} onClick={onPress}>
      {name}
    </button>
  );
}

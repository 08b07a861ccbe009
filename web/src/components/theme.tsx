// Light or dark? What the system says, unless the person chose; the browser keeps the choice.
import { createStore, useStore } from "../state/store.ts";
import { Select } from "./field.tsx";

const CHOICES = ["system", "light", "dark"] as const;
type Theme = (typeof CHOICES)[number];
const KEY = "phantasm.theme";

const theme = createStore<Theme>("system");

/** Puts the person's earlier choice into effect. */
export function applyTheme(): void {
  const kept = CHOICES.find((choice) => choice === localStorage.getItem(KEY));
  choose(kept ?? "system");
}

function choose(chosen: Theme): void {
  theme.set(chosen);
  localStorage.setItem(KEY, chosen);
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

export function ThemeSwitch() {
  const chosen = useStore(theme);
  return (
    <Select
      label="Theme"
      quiet
      value={chosen}
      options={[
        { value: "system", label: "System theme" },
        { value: "light", label: "Light" },
        { value: "dark", label: "Dark" },
      ]}
      onValue={choose}
    />
  );
}

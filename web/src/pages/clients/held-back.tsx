// What would widen trust and waits for a person? Configuration that nobody has approved yet.
import { Commands } from "../../components/commands.tsx";
import { counted } from "../../components/wording.ts";

export function HeldBack({ held }: { held: readonly string[] }) {
  if (held.length === 0) return null;
  return (
    <section class="warning" aria-label="Held back">
      <p>
        {counted(held.length, "setting widens", "settings widen")} trust and {held.length === 1 ? "does" : "do"} not count until
        a person approves the files as they are now:
      </p>
      <ul>
        {held.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
      <Commands commands={[["Look at what is in force, then approve", "phantasm config approve"]]} />
    </section>
  );
}

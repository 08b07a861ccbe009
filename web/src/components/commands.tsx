// What is done at the terminal? Commands that can be copied, each with what it does.
import type { ComponentChildren } from "preact";
import { Handle } from "./handle.tsx";

export type Command = [does: ComponentChildren, command: string];

/** What the page itself does not do, because it concerns files, secrets or the machine. */
export function Commands({ commands }: { commands: readonly Command[] }) {
  return (
    <dl class="commands">
      {commands.map(([does, command]) => (
        <div key={command}>
          <dt>{does}</dt>
          <dd>
            <Handle value={command} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

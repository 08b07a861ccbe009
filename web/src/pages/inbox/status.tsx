// What has just happened? One line that stays until the next decision, with the way back.
import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import type { Told } from "./use-decisions.ts";

interface StatusProps {
  told: Told | undefined;
  undoable: boolean;
  onUndo(): void;
  onGo(key: string): void;
}

export function Status({ told, undoable, onUndo, onGo }: StatusProps) {
  const { key } = told ?? {};
  return (
    <section class="inbox-status" data-shown={told !== undefined} aria-label="The last decision">
      <Problem error={told?.error} />
      <div class="row">
        <p role="status">{told?.text}</p>
        {told?.error && key && <Button onClick={() => onGo(key)}>Look at it again</Button>}
        {told && undoable && (
          <Button shortcut="u" onClick={onUndo}>
            Undo
          </Button>
        )}
      </div>
    </section>
  );
}

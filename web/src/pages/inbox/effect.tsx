// What would a decision change? A real write that is rolled back, when somebody asks for it.
import { useState } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { PreviewView } from "../../components/confirm-dialog.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import type { Way } from "./ways.ts";

export function Effect({ way }: { way: Way }) {
  const [open, setOpen] = useState(false);
  const { operation, params } = way.request;
  const { answer, error, loading, reload } = useOperation(operation, open ? { ...params, dry_run: true } : undefined);
  return (
    <details class="panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What “{way.label}” would change</summary>
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {answer?.preview && <PreviewView entries={answer.preview.diff} changes={answer.preview.changes} />}
    </details>
  );
}

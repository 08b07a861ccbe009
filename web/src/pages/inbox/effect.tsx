// What would a decision change? A real write that is rolled back, when somebody asks for it.
import { useState } from "preact/hooks";
import { call } from "../../api/call.ts";
import { asRefused, type Refused } from "../../api/refused.ts";
import { PreviewView } from "../../components/confirm-dialog.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import type { Preview } from "../../contract.ts";
import type { Way } from "./ways.ts";

export function Effect({ way }: { way: Way }) {
  const [found, setFound] = useState<{ preview?: Preview | undefined; error?: Refused }>();
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    try {
      const { preview } = await call(way.request.operation, { ...way.request.params, dry_run: true });
      setFound({ preview });
    } catch (problem) {
      setFound({ error: asRefused(problem) });
    } finally {
      setBusy(false);
    }
  };
  const toggled = (event: Event) => {
    if ((event.currentTarget as HTMLDetailsElement).open && !found && !busy) void look();
  };
  return (
    <details class="panel" onToggle={toggled}>
      <summary>What “{way.label}” would change</summary>
      <Loading active={busy} />
      <Problem error={found?.error} />
      {found?.preview && <PreviewView entries={found.preview.diff} changes={found.preview.changes} />}
    </details>
  );
}

// Has anybody changed the journal behind Phantasm's back? Every digest, from the first entry to the head, on request.
import { useRef, useState } from "preact/hooks";
import { call } from "../../api/call.ts";
import { asRefused, isAbort, type Refused } from "../../api/refused.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Handle } from "../../components/handle.tsx";
import { Panel } from "../../components/panel.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import { counted } from "../../components/wording.ts";
import type { Chain as Verified, NextStep } from "../../contract.ts";

interface Found {
  chain?: Verified | undefined;
  steps?: NextStep[];
  error?: Refused;
}

export function Chain() {
  const [found, setFound] = useState<Found>();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | undefined>(undefined);
  const verify = async () => {
    const control = new AbortController();
    running.current = control;
    setBusy(true);
    try {
      const { data, remediation } = await call("audit", { limit: 1, verify_chain: true }, { signal: control.signal });
      setFound({ chain: data.chain, steps: remediation });
    } catch (problem) {
      if (!isAbort(problem)) setFound({ error: asRefused(problem) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel
      title="Chain"
      aside={
        <span class="row">
          {busy && <Button onClick={() => running.current?.abort()}>Stop waiting</Button>}
          <Button busy={busy} onClick={() => void verify()}>
            Verify the chain
          </Button>
        </span>
      }
    >
      <div role="status">
        {busy && <p class="faint">Checking every digest; a large journal takes a few seconds.</p>}
        {!busy && !found && <p class="faint">Each entry's digest covers the one before: a change from outside breaks the chain.</p>}
        {!busy && found?.chain && <Verdict chain={found.chain} steps={found.steps ?? []} />}
      </div>
      <Loading active={busy} label="Verifying the chain" />
      <Problem error={found?.error} />
    </Panel>
  );
}

function Verdict({ chain, steps }: { chain: Verified; steps: readonly NextStep[] }) {
  return (
    <>
      <p class="row">
        <Badge tone={chain.valid ? "good" : "bad"}>{chain.valid ? "unbroken" : "broken"}</Badge>
        <span>
          {counted(chain.entries, "entry", "entries")} checked
          {chain.erased_contents > 0 && `; ${counted(chain.erased_contents, "content was", "contents were")} erased on purpose`}
        </span>
        <Handle value={chain.head} />
      </p>
      {chain.problems.length > 0 && (
        <ul>
          {chain.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {steps.map((step) => (
        <p key={step.message}>
          {step.message} {step.command && <code>{step.command}</code>}
        </p>
      ))}
    </>
  );
}

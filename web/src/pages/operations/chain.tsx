// Has anybody changed the journal behind Phantasm's back? Every digest, from the first entry to the head, on request.
import { useState } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Handle } from "../../components/handle.tsx";
import { Panel } from "../../components/panel.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import { counted } from "../../components/wording.ts";
import type { Chain as Verified, NextStep } from "../../contract.ts";

export function Chain() {
  const [wanted, want] = useState(false);
  const { answer, error, loading, reload } = useOperation("audit", wanted ? { limit: 1, verify_chain: true } : undefined, { live: false });
  return (
    <Panel
      title="Chain"
      aside={
        <span class="row">
          {loading && <Button onClick={() => want(false)}>Stop waiting</Button>}
          <Button busy={loading} onClick={() => (wanted ? reload() : want(true))}>
            Verify the chain
          </Button>
        </span>
      }
    >
      <div role="status">
        {loading && <p class="faint">Checking every digest; a large journal takes a few seconds.</p>}
        {!loading && !answer && <p class="faint">Each entry's digest covers the one before: a change from outside breaks the chain.</p>}
        {!loading && !error && answer?.data.chain && <Verdict chain={answer.data.chain} steps={answer.remediation} />}
      </div>
      <Loading active={loading} label="Verifying the chain" />
      <Problem error={error} />
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

// What can be done with one backup? Check it, restore it on trial, or bring it back.
import { useState } from "preact/hooks";
import { call, mayCall, type ResultOf } from "../../api/call.ts";
import { carryOut } from "../../api/carry-out.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Handle } from "../../components/handle.tsx";
import { KeyValues, Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { bytes, counted, grouped, written } from "../../components/wording.ts";
import type { Backup } from "../../contract.ts";
import { momentAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";

export function Chosen({ backup }: { backup: Backup }) {
  return (
    <div class="stack">
      <Panel title="This backup">
        <div class="stack">
          <KeyValues
            pairs={[
              ["Id", <Handle value={backup.id} />],
              ["Why", backup.reason],
              ["Made", <Timestamp at={backup.created_at} />],
              ["Proven", backup.verified_at ? <Timestamp at={backup.verified_at} /> : "not yet"],
              ["Up to write", grouped(backup.seq)],
              ["Rows", grouped(backup.rows)],
              ["Size", bytes(backup.bytes)],
              ["Schema", backup.schema_revision],
            ]}
          />
          {mayCall("backup_verify") ? <Proof id={backup.id} /> : <p class="faint">This session may not check backups.</p>}
        </div>
      </Panel>
      {mayCall("backup_restore") && <WayBack backup={backup} />}
    </div>
  );
}

type Check = "digests" | "drill";

function Proof({ id }: { id: string }) {
  const [proven, setProven] = useState<ResultOf<"backup_verify">>();
  const [doing, setDoing] = useState<Check>();
  const check = useAction(async (which: Check) => {
    setDoing(which);
    setProven(undefined);
    const { data } = await call("backup_verify", { backup_id: id, drill: which === "drill" });
    setProven(data);
  });
  return (
    <>
      <div class="row">
        <Button busy={check.busy} onClick={() => void check.run("drill")}>
          Restore drill
        </Button>
        <Button busy={check.busy} onClick={() => void check.run("digests")}>
          Verify digests
        </Button>
      </div>
      <div role="status" class="stack">
        {check.busy && (
          <>
            <progress aria-label="Checking" />
            <p>{doing === "drill" ? "Restoring into a temporary folder, and checking that…" : "Checking every file against its digest…"}</p>
          </>
        )}
        {proven && <Outcome proven={proven} />}
      </div>
      <Problem error={check.error} />
    </>
  );
}

function Outcome({ proven }: { proven: ResultOf<"backup_verify"> }) {
  return (
    <div class="proof">
      <p>
        <strong>{proven.drilled ? "It can be restored." : "Every digest is right."}</strong>{" "}
        {proven.drilled
          ? "It was brought back into a temporary folder, opened and checked; nothing here was touched."
          : "The files are those of its manifest; a drill would also open them."}
      </p>
      <KeyValues
        pairs={[
          ["Files", grouped(proven.files)],
          ["Rows", grouped(proven.rows)],
          ["Chain head", <code>{proven.chain_head}</code>],
        ]}
      />
    </div>
  );
}

/** What a restore takes away, in a sentence: a store that is replaced as a whole has no diff. */
function lossOf(backup: Backup, newest: number): string {
  const when = written(new Date(backup.created_at));
  const since = newest - backup.seq;
  const lost =
    since > 0
      ? `${counted(since, "write")} since then will only be in the safety backup, which is made first`
      : "nothing was written since";
  return `The store goes back to write ${grouped(backup.seq)}, of ${when}: ${lost}.`;
}

function WayBack({ backup }: { backup: Backup }) {
  const [done, setDone] = useState<ResultOf<"backup_restore">>();
  const restore = useAction(async () => {
    const { data: now } = await call("health", {});
    const warning = lossOf(backup, now.store.snapshot_seq);
    const asking = { title: "Restore this backup?", danger: true, warning };
    const answer = await carryOut("backup_restore", { backup_id: backup.id }, asking);
    if (!answer) return undefined;
    setDone(answer.data);
    return "Restored";
  });
  const erased = (done?.kept_erased ?? 0) + (done?.kept_erased_evidence ?? 0);
  return (
    <Panel title="Going back to it">
      <div class="stack">
        <p>Puts this backup in the place of the store. What is there now is backed up first; what was erased since stays erased.</p>
        <p>
          <Link to={momentAddress(backup.created_at, "differs")}>What was different then</Link>
        </p>
        <div class="row">
          <Button tone="danger" busy={restore.busy} onClick={() => void restore.run()}>
            Restore…
          </Button>
        </div>
        <div role="status">
          {done && (
            <p class="proof">
              <strong>Restored as of write {grouped(done.from_seq)}.</strong>{" "}
              {done.safety_backup && (
                <>
                  What was there before is kept as{" "}
                  <Link to={`/backups?id=${encodeURIComponent(done.safety_backup)}`}>{done.safety_backup}</Link>.{" "}
                </>
              )}
              {erased > 0 && `${counted(erased, "erased thing stays", "erased things stay")} erased.`}
            </p>
          )}
        </div>
        <Problem error={restore.error} />
      </div>
    </Panel>
  );
}

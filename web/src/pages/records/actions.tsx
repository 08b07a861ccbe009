// What can be done with a record? Verify it, revise it, take it out of use, freeze it, erase it.
import { call, mayCall } from "../../api/call.ts";
import { carryOut } from "../../api/carry-out.ts";
import { useAction } from "../../api/use-action.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { useShortcuts } from "../../components/shortcuts.tsx";
import type { RecordView, SetStateParams } from "../../contract.ts";
import { netAddress } from "../../routing/addresses.ts";
import { deedsOf } from "./deeds.ts";

export function Actions({ record, onRevise }: { record: RecordView; onRevise(): void }) {
  const live = record.state === "live";
  const [verifies, revises] = [live && mayCall("verify"), live && mayCall("revise")];
  const verify = useAction(async () => {
    await call("verify", { ids: [record.id] });
    return "Verified: it still holds";
  });
  const change = useAction(async (action: SetStateParams["action"]) => {
    const deed = deedsOf(record).find((one) => one.action === action);
    if (!deed) return undefined;
    const done = await carryOut("set_state", { ids: [record.id], action }, deed);
    return done && deed.done;
  });
  useShortcuts([
    ...(revises ? [{ keys: "e", does: "Revise this record", run: onRevise }] : []),
    ...(verifies ? [{ keys: "v", does: "Say that it still holds", run: () => void verify.run() }] : []),
  ]);
  return (
    <>
      {verifies && (
        <Button busy={verify.busy} shortcut="v" onClick={() => void verify.run()}>
          Still holds
        </Button>
      )}
      {revises && (
        <Button shortcut="e" onClick={onRevise}>
          Revise
        </Button>
      )}
      {mayCall("set_state") &&
        deedsOf(record).map((deed) => (
          <Button
            key={deed.action}
            tone={deed.danger ? "danger" : "plain"}
            busy={change.busy}
            title={deed.meaning}
            onClick={() => void change.run(deed.action)}
          >
            {deed.label}
          </Button>
        ))}
      <LinkButton to={netAddress(record.handle)}>Graph</LinkButton>
    </>
  );
}

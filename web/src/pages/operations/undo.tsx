// How is it taken back? What would go back is shown first; an undo is undone in the same way.
import { mayCall, type ParamsOf } from "../../api/call.ts";
import { carryOut } from "../../api/carry-out.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import { counted } from "../../components/wording.ts";
import { operationAddress } from "../../routing/addresses.ts";
import { navigate } from "../../routing/route.ts";

interface UndoProps {
  params: ParamsOf<"undo">;
  label: string;
  title: string;
}

export function Undo({ params, label, title }: UndoProps) {
  const undo = useAction(async () => {
    const done = await carryOut("undo", params, { title, always: true });
    if (!done) return undefined;
    if (done.provenance.operation_id) navigate(operationAddress(done.provenance.operation_id));
    return `${counted(done.data.operations.length, "operation")} taken back`;
  });
  if (!mayCall("undo")) return null;
  return (
    <div class="undo">
      <Button busy={undo.busy} onClick={() => void undo.run()}>
        {label}
      </Button>
      <Problem error={undo.error} />
    </div>
  );
}

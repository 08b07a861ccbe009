// Who is looking, and how do programs come in? This session's scope and rights; tokens themselves are never shown.
import { currentSession } from "../../api/session.ts";
import { Badge } from "../../components/badge.tsx";
import { Commands } from "../../components/commands.tsx";
import { KeyValues, Panel } from "../../components/panel.tsx";
import { spoken } from "../../components/wording.ts";

export function Access() {
  const session = currentSession();
  return (
    <div class="stack">
      {session && (
        <Panel title="This session">
          <KeyValues
            pairs={[
              ["Profile", session.profile],
              ["Scope", session.scope],
              [
                "Rights",
                <span class="row">
                  {session.rights.map((right) => (
                    <Badge key={right}>{spoken(right)}</Badge>
                  ))}
                </span>,
              ],
              ["Project", session.root],
            ]}
          />
        </Panel>
      )}
      <Panel title="Letting programs in">
        <div class="stack">
          <p class="faint">A program shows a token, which is bound to a profile and to a scope: read, review, write or admin.</p>
          <Commands
            commands={[
              ["Make one", "phantasm token add NAME --scope read"],
              ["Which there are, without their secrets", "phantasm token list"],
              ["Take one back; servers notice at once", "phantasm token revoke NAME"],
            ]}
          />
        </div>
      </Panel>
    </div>
  );
}

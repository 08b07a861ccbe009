// Which store is it, and how does it stand? Its own facts, as `health` tells them.
import { useOperation } from "../../api/use-operation.ts";
import { Handle } from "../../components/handle.tsx";
import { KeyValues, type Pair, Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { bytes, grouped, titled } from "../../components/wording.ts";

export function StoreFacts() {
  const { data, error, reload } = useOperation("health", {});
  return (
    <Panel title="The store">
      <Problem error={error} onRetry={reload} />
      {data && (
        <KeyValues
          pairs={[
            ["Id", <Handle value={data.store.store_id} />],
            ["Last write", grouped(data.store.snapshot_seq)],
            ["Epoch", grouped(data.store.epoch)],
            ["Schema", data.store.schema_revision],
            ["SQLite", `${data.store.sqlite_version} (${data.store.driver})`],
            ["Disk free", bytes(data.store.free_bytes)],
            ["Backups", grouped(data.backups)],
            ...Object.entries(data.records_by_state).map(([state, count]): Pair => [titled(state), grouped(count)]),
          ]}
        />
      )}
    </Panel>
  );
}

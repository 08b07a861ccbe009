// How did the doubt get here? From what changed, step by step, to what rests on it.
import { Handle } from "../../components/handle.tsx";
import { Panel } from "../../components/panel.tsx";
import { Stretches } from "../../components/text-diff.tsx";
import { recordAddress } from "../../routing/addresses.ts";
import { isRoot, stretchesOf } from "./compared.tsx";
import type { Item } from "./ways.ts";

export function Doubt({ item }: { item: Item }) {
  const changed = item.differences.find((difference) => isRoot(item, difference));
  return (
    <Panel title="How the doubt came here">
      <ol class="doubt">
        {item.path.map((id, index) => {
          const record = item.records.find((member) => member.record.id === id)?.record;
          return (
            <li key={id}>
              <span class="faint">{index === 0 ? "This changed" : "and this rests on it"}</span>
              {index === 0 && changed ? (
                <Stretches stretches={stretchesOf(changed)} />
              ) : (
                <p>{record?.statement ?? <em class="faint">{record?.withheld ?? "not shown"}</em>}</p>
              )}
              <Handle value={record ? `m:${record.handle}` : id} to={recordAddress(record?.handle ?? id)} />
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

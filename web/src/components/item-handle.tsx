// By which name is an item cited, whatever it is? Records and episodes lead to their view; evidence has none of its own.
import { recordAddress, sessionAddress } from "../routing/addresses.ts";
import { Handle } from "./handle.tsx";

export interface Item {
  id: string;
  handle?: string;
  tier: "record" | "evidence" | "episode";
}

const PREFIXES = { record: "m:", evidence: "e:", episode: "s:" };

function itemAddress(item: Item): string | undefined {
  if (item.tier === "record") return recordAddress(item.handle ?? item.id);
  return item.tier === "episode" ? sessionAddress(item.handle ? PREFIXES.episode + item.handle : item.id) : undefined;
}

export function ItemHandle({ item }: { item: Item }) {
  return <Handle value={item.handle ? PREFIXES[item.tier] + item.handle : item.id} to={itemAddress(item)} />;
}

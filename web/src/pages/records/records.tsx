// Which view of records is it? The list, or one of them when the address names it.
import type { PageProps } from "../page.ts";
import { RecordDetail } from "./detail.tsx";
import { RecordList } from "./list.tsx";

export function Records({ id }: PageProps) {
  // A key for each record: the next one begins anew instead of showing the one before.
  return id ? <RecordDetail key={id} id={id} /> : <RecordList />;
}

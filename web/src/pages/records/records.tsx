// Which view of records is it? The list, a new one, or one of them when the address names it.
import { text, useQuery } from "../../routing/query.ts";
import type { PageProps } from "../page.ts";
import { Create } from "./create.tsx";
import { RecordDetail } from "./detail.tsx";
import { RecordList } from "./list.tsx";

const MOMENT = { known_at: text() };
/** No handle is as short as this. */
const NEW = "new";

export function Records({ id }: PageProps) {
  const [{ known_at }] = useQuery(MOMENT);
  if (!id) return <RecordList />;
  if (id === NEW) return <Create />;
  // A key for each record and moment: the next one begins anew instead of showing the one before.
  return <RecordDetail key={`${id} ${known_at}`} id={id} knownAt={known_at} />;
}

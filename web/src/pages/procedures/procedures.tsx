// Which view of procedures does the address name? All of them, or one.
import type { PageProps } from "../page.ts";
import { ProcedureDetail } from "./detail.tsx";
import { ProcedureList } from "./list.tsx";

export function Procedures({ id }: PageProps) {
  return id ? <ProcedureDetail key={id} id={id} /> : <ProcedureList />;
}

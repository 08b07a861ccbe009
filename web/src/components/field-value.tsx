// How is the value of a field shown? A moment as people write it, anything else as text.
import { asText } from "./fields.ts";
import { Timestamp } from "./timestamp.tsx";

/** A moment as the contract writes it. */
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export function FieldValue({ value, none = "–" }: { value: unknown; none?: string }) {
  const said = asText(value);
  return MOMENT.test(said) ? <Timestamp at={said} /> : <>{said || none}</>;
}

// When was that? The moment itself; how long ago, and the exact text of the contract, on hover.
import { ago, written } from "./wording.ts";

interface TimestampProps {
  at: string | undefined;
  /** How long ago it was, in place of the moment. */
  relative?: boolean;
  /** Only the hour and the minute, where the day stands above. */
  timeOnly?: boolean;
}

export function Timestamp({ at, relative = false, timeOnly = false }: TimestampProps) {
  if (!at) return <span class="faint">–</span>;
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return <span>{at}</span>;
  const since = ago(moment, new Date());
  return (
    <time class="timestamp" dateTime={at} title={relative ? `${written(moment)} (${at})` : `${since} (${at})`}>
      {relative ? since : timeOnly ? written(moment).slice(11) : written(moment)}
    </time>
  );
}

// What are the plain facts about a record? Names and values, the same for every kind.
import { Handle } from "../../components/handle.tsx";
import { KeyValues } from "../../components/panel.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { percent, spoken } from "../../components/wording.ts";
import type { RecordView } from "../../contract.ts";
import { momentAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";

export function Facts({ record }: { record: RecordView }) {
  const { quality } = record;
  return (
    <aside class="panel facts" aria-label="Facts">
      <KeyValues
        pairs={[
          ["Handle", <Handle value={`m:${record.handle}`} />],
          ["Subject", record.subject_key && <Subject name={record.subject_key} />],
          ["Scope", `${record.scope}${record.scope_ref ? ` ${record.scope_ref}` : ""}`],
          ["Origin", spoken(record.origin)],
          ["Confidence", percent(quality.confidence)],
          ["Author", quality.author],
          ["Source", quality.source_type],
          ["True since", <Timestamp at={record.valid_from} />],
          ["True until", record.valid_to && <Timestamp at={record.valid_to} />],
          [
            "Recorded",
            <Link to={momentAddress(record.recorded_at)} title="What was held then">
              <Timestamp at={record.recorded_at} />
            </Link>,
          ],
          ["Closed", record.closed_at && <Timestamp at={record.closed_at} />],
          ["Freshness", record.freshness?.text],
          ["Verified", quality.verified_at && <Timestamp at={quality.verified_at} />],
          ["Check again", quality.revalidate_at && <Timestamp at={quality.revalidate_at} />],
          ["Expires", quality.expires_at && <Timestamp at={quality.expires_at} />],
          ["Sensitivity", record.sensitivity === "normal" ? undefined : record.sensitivity],
          ["Says", record.claim && [record.claim.subject, record.claim.predicate, record.claim.object].join(" · ")],
          ["Learned", record.provenance && <code>{JSON.stringify(record.provenance)}</code>],
          ["Id", <Handle value={record.id} />],
        ]}
      />
    </aside>
  );
}

/** What else is held about things of the same name. */
function Subject({ name }: { name: string }) {
  return (
    <Link to={`/records?subject=${encodeURIComponent(name)}`}>
      <code>{name}</code>
    </Link>
  );
}

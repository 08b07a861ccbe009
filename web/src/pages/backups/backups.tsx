// Could memory be brought back? The backups, whether they were proven, and the way back to one.
import { mayCall } from "../../api/call.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Commands } from "../../components/commands.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty, Problem } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { bytes, counted, grouped } from "../../components/wording.ts";
import type { Backup } from "../../contract.ts";
import { Link } from "../../routing/link.tsx";
import { text, useQuery } from "../../routing/query.ts";
import { useFirst } from "../../state/first.ts";
import { Chosen } from "./chosen.tsx";
import { Create } from "./create.tsx";

const QUERY = { id: text() };
const addressOf = (id: string) => `/backups?id=${encodeURIComponent(id)}`;

const COLUMNS: readonly Column<Backup>[] = [
  { name: "at", title: "Made", kind: "narrow", labelled: true, cell: (backup) => <Timestamp at={backup.created_at} /> },
  {
    name: "reason",
    title: "Why",
    kind: "wide",
    cell: (backup) => (
      <Link class="row-link" to={addressOf(backup.id)}>
        {backup.reason}
      </Link>
    ),
  },
  {
    name: "verified",
    title: "Proven",
    kind: "narrow",
    labelled: true,
    cell: (backup) => (backup.verified_at ? <Timestamp at={backup.verified_at} /> : <Badge tone="warn">not yet</Badge>),
  },
  { name: "seq", title: "Up to write", kind: "number", cell: (backup) => grouped(backup.seq) },
  { name: "rows", title: "Rows", kind: "number", cell: (backup) => grouped(backup.rows) },
  { name: "bytes", title: "Size", kind: "number", cell: (backup) => bytes(backup.bytes) },
];

export function Backups() {
  const [{ id }] = useQuery(QUERY);
  const { data, error, loading, reload } = useOperation("backup_list", {});
  const backups = data?.backups ?? [];
  const first = useFirst(backups.map((backup) => backup.id));
  const shown = backups.find((backup) => backup.id === (id || first));
  return (
    <>
      <PageHeader title="Backups" lead={data && <Lead newest={backups[0]} count={backups.length} />} />
      <div class="with-aside">
        <div class="stack">
          <Warnings missing={data?.missing ?? []} />
          {mayCall("backup_create") && <Create />}
          <DataTable
            caption="Backups, newest first"
            columns={COLUMNS}
            rows={backups}
            {...{ error, reload }}
            loading={loading && !data}
            keyOf={(backup) => backup.id}
            linkOf={(backup) => addressOf(backup.id)}
            selected={shown?.id}
            empty={<Empty title="There is no backup yet">One is made before every restore and every upgrade.</Empty>}
          />
          <Elsewhere />
        </div>
        {shown && <Chosen key={shown.id} backup={shown} />}
        {!shown && id && data && <Empty title="There is no such backup">It may have been pruned.</Empty>}
      </div>
    </>
  );
}

/** How much would be lost: what was written after the newest backup. */
function Lead({ newest, count }: { newest: Backup | undefined; count: number }) {
  const { data } = useOperation("health", {});
  if (!newest) return <>Nothing could be brought back.</>;
  const since = data ? data.store.snapshot_seq - newest.seq : 0;
  return (
    <>
      {counted(count, "backup")}, the newest <Timestamp at={newest.created_at} relative />
      {data && (since > 0 ? `; ${counted(since, "write")} came after it` : "; nothing was written since")}
    </>
  );
}

/** What the doctor has to say about backups, and which of them are gone. */
function Warnings({ missing }: { missing: readonly string[] }) {
  const { data, error, reload } = useOperation("doctor", {}, { live: ["backup_create", "backup_restore"] });
  const found = data?.findings.filter(({ check, verdict }) => check === "backups" && verdict !== "ok") ?? [];
  return (
    <>
      <Problem error={error} onRetry={reload} />
      {found.map((finding) => (
        <div key={finding.message} class="warning" role="note">
          <p>{finding.message}</p>
        </div>
      ))}
      {missing.length > 0 && (
        <div class="warning" role="note">
          <p>
            {counted(missing.length, "backup is", "backups are")} in the journal and not in <code>state/backups</code>:
          </p>
          <ul>
            {missing.map((id) => (
              <li key={id}>
                <code>{id}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** What is done at the terminal, because it concerns files outside the store. */
function Elsewhere() {
  return (
    <Panel title="Taking memory elsewhere">
      <Commands
        commands={[
          ["The whole store in one verified file", "phantasm backup export"],
          ["Such a file in place of this store, after a preview", "phantasm backup import FILE"],
          ["What is held true, as text that git merges", "phantasm export"],
        ]}
      />
    </Panel>
  );
}

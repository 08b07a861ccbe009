// Who is this for, and within which bounds? The ProfileGraph as a picture, section by section.
import { useMemo } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { GraphPicture } from "../../charts/graph-picture.tsx";
import { Empty, Loading, Problem } from "../../components/problem.tsx";
import { counted } from "../../components/wording.ts";
import { inboxAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { type Choices, profileParams } from "./filters.ts";
import { useNames } from "./use-names.ts";
import { profileGraph } from "./profile-graph.ts";

export function Profile({ choices }: { choices: Choices }) {
  const { data, error, loading, reload } = useOperation("profile_graph", profileParams(choices));
  const graph = useNames(useMemo(() => data && profileGraph(data), [data]));
  const withheld = data?.sections.reduce((sum, section) => sum + section.withheld, 0) ?? 0;
  return (
    <div class="stack">
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {data && graph && graph.nodes.length > 0 && <GraphPicture title="Profile" {...graph} />}
      {data && graph?.nodes.length === 0 && (
        <Empty title="No profile is held">People, preferences, constraints and conventions appear here.</Empty>
      )}
      {data && data.conflicts.length > 0 && (
        <p>
          {counted(data.conflicts.length, "conflict waits", "conflicts wait")} for a decision:{" "}
          <Link to={inboxAddress({ kind: "conflict" })}>in the inbox</Link>
        </p>
      )}
      {withheld > 0 && <p class="faint">{counted(withheld, "sensitive record is", "sensitive records are")} not shown.</p>}
    </div>
  );
}

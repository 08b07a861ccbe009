// What do the other ends of the links say? The graph operations name them by handle; their statements are asked for here.
import { useMemo } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import type { Graph } from "../../charts/net.ts";

/** As many as `inspect` takes at a time. */
const MOST_NAMED = 200;

/** Returns the graph with what its nameless records say, once that is known: it is drawn once, and nothing jumps. */
export function useNames(graph: Graph | undefined): Graph | undefined {
  const ids = graph?.nodes.filter((node) => node.nameless).map((node) => node.id) ?? [];
  const { data, error } = useOperation("inspect", ids.length ? { ids: ids.slice(0, MOST_NAMED) } : undefined, { live: false });
  return useMemo(() => {
    if (!graph || !ids.length || error) return graph;
    if (!data) return undefined;
    const said = new Map(data.records.map((record) => [record.id, record.statement]));
    return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, label: said.get(node.id) ?? node.label })) };
  }, [graph, data, error]);
}

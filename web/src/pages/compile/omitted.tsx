// What came near and is not there, and why not? By reason, with what each would have said.
import { useMemo } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Facet } from "../../components/facets.tsx";
import { ItemHandle } from "../../components/item-handle.tsx";
import { Empty } from "../../components/problem.tsx";
import { shortened, spoken } from "../../components/wording.ts";
import type { CompileResult, InspectResult, OmittedView } from "../../contract.ts";
import { type Asked, type ChangeAsked, REASONS } from "./asking.ts";

const MEANINGS: Record<OmittedView["reason"], string> = {
  budget: "no room was left",
  limit: "its section has as many lines as it may",
  below_threshold: "it answers too little",
  duplicate: "another line says the same",
  superseded: "a newer version is held",
  stale: "it has expired",
  not_valid: "it is not true at that moment",
  gone: "what it cites is gone",
  scope: "it holds elsewhere",
  sensitive: "it is sensitive",
};
const MOST_CHARACTERS = 240;

interface OmittedProps {
  result: CompileResult;
  asked: Asked;
  onChange: ChangeAsked;
}

export function Omitted({ result, asked, onChange }: OmittedProps) {
  const counts: Record<string, number> = {};
  for (const { reason } of result.omitted) counts[reason] = (counts[reason] ?? 0) + 1;
  const shown = result.omitted.filter((one) => !asked.reason || one.reason === asked.reason);
  const texts = useTexts(result.omitted);
  const columns = useMemo(() => columnsOf(texts), [texts]);
  return (
    <div class="stack">
      <div class="chips">
        <Facet
          title="Why it is left out"
          single
          values={REASONS.filter((reason) => counts[reason])}
          counts={counts}
          chosen={asked.reason ? [asked.reason] : []}
          onChoose={([reason]) => onChange({ reason: reason ?? "" })}
        />
      </div>
      <DataTable
        caption="What was left out, the nearest first"
        columns={columns}
        rows={shown}
        keyOf={(one) => one.id}
        empty={<Empty title="Nothing was left out">Everything that came near is in the text.</Empty>}
      />
    </div>
  );
}

/** What the items say: the explanation itself names them only. */
function useTexts(omitted: readonly OmittedView[]): ReadonlyMap<string, string> {
  // An episode is known by its handle; its id belongs to the index.
  const ids = omitted.map((one) => (one.tier === "episode" ? `s:${one.handle}` : one.id));
  const { data } = useOperation("inspect", ids.length ? { ids } : undefined, { live: false });
  return useMemo(() => textsOf(data), [data]);
}

/** By id, episodes by handle. */
function textsOf(data: InspectResult | undefined): ReadonlyMap<string, string> {
  const told = [
    ...(data?.records ?? []).map(({ id, statement }) => [id, statement] as const),
    ...(data?.evidence ?? []).map(({ id, text }) => [id, text] as const),
    ...(data?.episodes ?? []).map(({ session, episode }) => [session.handle, String(episode.summary ?? "")] as const),
  ];
  return new Map(told.flatMap(([id, text]) => (text ? [[id, text] as const] : [])));
}

function columnsOf(texts: ReadonlyMap<string, string>): Column<OmittedView>[] {
  return [
    {
      name: "text",
      title: "What it would have said",
      kind: "wide",
      cell: (one) => (
        <>
          <span class="clamp">{shortened(texts.get(one.tier === "episode" ? one.handle : one.id) ?? one.handle, MOST_CHARACTERS)}</span>
          <p class="faint">{one.detail}</p>
        </>
      ),
    },
    {
      name: "reason",
      title: "Why not",
      kind: "narrow",
      cell: (one) => (
        <span title={MEANINGS[one.reason]}>
          <Badge tone={one.reason === "gone" || one.reason === "stale" ? "warn" : "neutral"}>{spoken(one.reason)}</Badge>
        </span>
      ),
    },
    { name: "kind", title: "Kind", kind: "narrow", cell: (one) => spoken(one.tier === "record" ? one.kind : one.tier) },
    { name: "score", title: "Score", kind: "number", cell: (one) => (one.score ? one.score.toFixed(3) : "–") },
    { name: "handle", title: "Item", kind: "narrow", cell: (one) => <ItemHandle item={one} /> },
  ];
}

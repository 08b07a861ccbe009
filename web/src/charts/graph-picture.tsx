// What hangs together with what? A drawn graph with typed edges; keys move through it, and a table tells the same.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../components/button.tsx";
import { counted, percent, shortened, spoken } from "../components/wording.ts";
import { Link } from "../routing/link.tsx";
import { lookOf } from "./edges.ts";
import { GraphTable } from "./graph-table.tsx";
import { BOX, type DrawnEdge, type GraphEdge, type GraphNode, type Layout, layOut, nodeBeside, type Place } from "./graph-layout.ts";

interface GraphPictureProps {
  title: string;
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}

const ZOOM = { least: 0.3, most: 2, step: 1.25 };
/** Smaller than this nothing can be read: a wide graph begins with its middle instead. */
const FIRST_LEAST = 0.75;
/** How far Shift with an arrow moves the picture, in pixels. */
const PAN = 80;
const LABEL = 30;
/** With more edges their names would cover one another; the colours and the table tell them. */
const MOST_NAMED = 24;
const PANS: Record<string, [number, number]> = { ArrowLeft: [-PAN, 0], ArrowRight: [PAN, 0], ArrowUp: [0, -PAN], ArrowDown: [0, PAN] };

export function GraphPicture({ title, nodes, edges }: GraphPictureProps) {
  const [table, setTable] = useState(false);
  const [zoom, setZoom] = useState(1);
  const box = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => layOut(nodes, edges), [nodes, edges]);
  const change = (factor: number) => setZoom((now) => Math.min(ZOOM.most, Math.max(ZOOM.least, now * factor)));
  const fit = (least = ZOOM.least) => setZoom(Math.min(1, Math.max(least, (box.current?.clientWidth ?? layout.width) / layout.width)));
  useLayoutEffect(() => fit(FIRST_LEAST), [layout]);
  useLayoutEffect(() => centre(box.current, layout, zoom), [layout, zoom]);
  const keys = (event: KeyboardEvent) => {
    const pan = event.shiftKey ? PANS[event.key] : undefined;
    if (pan) box.current?.scrollBy(...pan);
    else if (event.key === "+" || event.key === "=") change(ZOOM.step);
    else if (event.key === "-") change(1 / ZOOM.step);
    else if (event.key === "0") fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const types = [...new Set(edges.map((edge) => edge.type))].filter((type) => lookOf(type)).sort();
  return (
    <figure class="graph" aria-label={title} onKeyDown={keys}>
      <figcaption>
        <span class="faint">
          {counted(nodes.length, "node")}, {counted(layout.edges.length, "relation")}
        </span>
        <span class="row">
          {!table && (
            <>
              <Button tone="quiet" aria-label="Zoom out" onClick={() => change(1 / ZOOM.step)}>
                −
              </Button>
              <span class="faint graph-zoom">{percent(zoom)}</span>
              <Button tone="quiet" aria-label="Zoom in" onClick={() => change(ZOOM.step)}>
                +
              </Button>
              <Button tone="quiet" onClick={() => fit()}>
                Fit
              </Button>
            </>
          )}
          <Button tone="quiet" aria-expanded={table} onClick={() => setTable(!table)}>
            {table ? "Show picture" : "Show table"}
          </Button>
        </span>
      </figcaption>
      {table ? (
        <GraphTable nodes={layout.nodes} edges={layout.edges} />
      ) : (
        <div class="graph-scroll" ref={box}>
          <svg viewBox={`0 0 ${layout.width} ${layout.height}`} width={layout.width * zoom} height={layout.height * zoom}>
            {layout.edges.map((edge) => (
              <Edge key={`${edge.source} ${edge.type} ${edge.target}`} edge={edge} named={layout.edges.length <= MOST_NAMED} />
            ))}
            <Nodes places={layout.nodes} />
          </svg>
        </div>
      )}
      {!table && types.length > 0 && (
        <ul class="legend graph-legend" aria-label="Colours of the relations">
          {types.map((type) => (
            <li key={type} data-series={lookOf(type)?.series} data-dashed={lookOf(type)?.dashed}>
              {spoken(type)}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

/** Shows the part around the thing that the graph is about, where it does not fit as a whole. */
function centre(box: HTMLElement | null, layout: Layout, zoom: number): void {
  const main = layout.nodes.find((node) => node.role === "main");
  if (!box || !main) return;
  box.scrollLeft = (main.x + BOX.width / 2) * zoom - box.clientWidth / 2;
  box.scrollTop = (main.y + BOX.height / 2) * zoom - box.clientHeight / 2;
}

function Edge({ edge, named }: { edge: DrawnEdge; named: boolean }) {
  const look = lookOf(edge.type);
  return (
    <g class="relation" data-series={look?.series} data-dashed={look?.dashed} aria-hidden="true">
      <path class="relation-line" d={edge.path} />
      <path class="relation-head" d={edge.head} />
      {named && look && (
        <text x={edge.middle[0]} y={edge.middle[1] - 4} text-anchor="middle">
          {spoken(edge.type)}
        </text>
      )}
    </g>
  );
}

/** All nodes are one stop of the Tab key; arrows move between them. */
function Nodes({ places }: { places: readonly Place[] }) {
  const group = useRef<SVGGElement>(null);
  const reached = places.filter((place) => place.address !== undefined);
  const first = reached.find((place) => place.role === "main") ?? reached[0];
  const [held, hold] = useState(first?.id);
  const current = reached.some((place) => place.id === held) ? held : first?.id;
  const move = (event: KeyboardEvent) => {
    const next = event.shiftKey ? undefined : nodeBeside(reached, current ?? "", event.key);
    if (!next) return;
    event.preventDefault();
    hold(next.id);
    group.current?.querySelector<SVGAElement>(`[data-node="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <g ref={group} onKeyDown={move}>
      {places.map((place) =>
        place.address === undefined ? (
          <Box key={place.id} place={place} />
        ) : (
          <Link
            key={place.id}
            to={place.address}
            class="node-link"
            data-node={place.id}
            tabIndex={place.id === current ? 0 : -1}
            aria-label={[place.label, place.note].filter(Boolean).join(", ")}
            onFocus={() => hold(place.id)}
          >
            <Box place={place} />
          </Link>
        ),
      )}
    </g>
  );
}

function Box({ place }: { place: Place }) {
  return (
    <g transform={`translate(${place.x} ${place.y})`}>
      <title>{place.label}</title>
      <rect class="node" data-role={place.role} width={BOX.width} height={BOX.height} rx="6" />
      <text x="10" y={place.note ? 18 : 27}>
        {shortened(place.label, LABEL)}
      </text>
      {place.note && (
        <text class="tick" x="10" y="34">
          {shortened(place.note, LABEL + 6)}
        </text>
      )}
    </g>
  );
}

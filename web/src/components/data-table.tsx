// How are many alike things shown? A table that keys move through, on a phone a list of cards; never more rows than held.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Refused } from "../api/refused.ts";
import { navigate } from "../routing/route.ts";
import { Button } from "./button.tsx";
import { isTyping, step } from "./keys.ts";
import { Empty, Loading, Problem } from "./problem.tsx";
import { counted } from "./wording.ts";

export interface Column<Row> {
  name: string;
  title: string;
  cell(row: Row): ComponentChildren;
  /** The widest one takes the room that is left; numbers stand to the right. */
  kind?: "wide" | "number" | "narrow";
  /** Say the title on a phone too, where a card has no heads; numbers always do. */
  labelled?: boolean;
}

/** What `usePages` gives; a table of few rows passes only `rows`. */
interface Rows<Row> {
  rows: readonly Row[];
  loading?: boolean;
  error?: Refused | undefined;
  more?: (() => void) | undefined;
  skipped?: number;
  outdated?: boolean;
  reload?(): void;
}

interface DataTableProps<Row> extends Rows<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** Where a row leads; Enter and a press go there. */
  linkOf?(row: Row): string;
  selected?: string | undefined;
  empty?: ComponentChildren;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, columns, loading = false, error, reload } = props;
  return (
    <div class="data-table">
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {props.outdated && (
        <p class="outdated" role="status">
          Something changed. <Button onClick={reload}>Show it</Button>
        </p>
      )}
      {props.skipped ? (
        <p class="outdated">
          {counted(props.skipped, "earlier row is", "earlier rows are")} no longer shown.{" "}
          <Button onClick={reload}>Back to the first</Button>
        </p>
      ) : null}
      {rows.length > 0 && (
        <div class="table-scroll">
          <table>
            <caption class="unseen">{props.caption}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.name} scope="col" data-kind={column.kind}>
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <Body {...props} />
          </table>
        </div>
      )}
      {rows.length === 0 && !loading && !error && (props.empty ?? <Empty title="Nothing here" />)}
      {props.more && (
        <div class="more">
          <Button onClick={props.more} busy={loading}>
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}

function Body<Row>({ rows, columns, keyOf, linkOf, selected }: DataTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const move = (event: KeyboardEvent) => {
    if (isTyping(event.target)) return;
    const all = [...(body.current?.rows ?? [])];
    const index = all.findIndex((row) => row.contains(document.activeElement));
    const next = step(event.key, index, all.length, "column");
    if (next === undefined) return;
    event.preventDefault();
    const row = all[next];
    (row?.querySelector<HTMLElement>("a[href]") ?? row)?.focus();
  };
  const press = (event: MouseEvent, row: Row) => {
    const target = event.target as HTMLElement;
    // What can be pressed inside a row, and a text that is being marked, come first.
    if (!linkOf || target.closest("a, button, input, label, summary") || getSelection()?.type === "Range") return;
    navigate(linkOf(row));
  };
  return (
    <tbody ref={body} onKeyDown={move}>
      {rows.map((row) => (
        <tr
          key={keyOf(row)}
          data-linked={linkOf !== undefined}
          aria-current={selected !== undefined && keyOf(row) === selected ? "true" : undefined}
          onClick={(event) => press(event, row)}
        >
          {columns.map((column) => (
            <td key={column.name} data-kind={column.kind} data-labelled={column.labelled} data-title={column.title}>
              {column.cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

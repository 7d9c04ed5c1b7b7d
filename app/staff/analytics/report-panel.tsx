import { type ReactNode, useId } from "react";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { CsvLink } from "./csv-link.tsx";
import { Bar } from "./bar.tsx";
import { Definition } from "./definition.tsx";
import { type AnalyticsState, buildFilePath } from "./state.ts";
import "./recipes.ts";

interface ReportPanelProps {
  title: string;
  /** What it counts, on request. */
  note?: string | undefined;
  /** Links beside the heading. */
  tabs?: ReactNode;
  /** Set where the report's file is offered, which has all of its parts. */
  fileOf?: AnalyticsState;
  children: ReactNode;
}

/** A part of a report, under a heading. */
export function ReportPanel({ title, note, tabs, fileOf, children }: ReportPanelProps) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <Definition name={title} note={note} />}
        <div className="mini">
          {tabs}
          {fileOf && <CsvLink of={title} href={buildFilePath(fileOf, null)} />}
        </div>
      </header>
      {children}
    </section>
  );
}

interface BarTableProps {
  /** Numbers that count alike, or words in the second column; without it, the last column is beside the point. */
  kind?: "even" | "words";
  caption: string;
  heads: readonly string[];
  rows: readonly BarRow[];
  /** How many more rows there are; null for none. */
  more: string | null;
  none: string;
}

interface BarRow {
  key: string;
  name: string;
  /** Of a page. */
  title: string | null;
  to: string;
  /** Of its bar, in per cent. */
  width: number;
  cells: readonly string[];
}

/** Rows that lead on to what they name. */
export function BarTable({ kind, caption, heads, rows, more, none }: BarTableProps) {
  if (rows.length === 0) return <p className="panel-none">{none}</p>;
  return (
    <>
      <table className={kind === undefined ? "bars" : `bars bars-even${kind === "words" ? " bars-words" : ""}`}>
        <caption className="kit-unseen">{caption}</caption>
        <TableHead names={heads} />
        <tbody>
          {rows.map(({ key, name, title, to, width, cells }) => (
            <tr key={key}>
              <th scope="row">
                <Bar name={name} title={title} width={width} to={to} />
              </th>
              {cells.map((cell, place) => (
                <td key={heads[place + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more !== null && <p className="panel-none">{more} more are in the file.</p>}
    </>
  );
}

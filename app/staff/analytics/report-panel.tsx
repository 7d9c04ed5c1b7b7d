import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { type AnalyticsState, buildFilePath } from "./state.ts";

interface ReportPanelProps {
  title: string;
  /** What it counts, on request. */
  note?: ReactNode;
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
        {note && <Definition of={title}>{note}</Definition>}
        <div className="mini">
          {tabs}
          {fileOf && (
            <a
              className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}
              href={buildFilePath(fileOf, null)}
              aria-label={`${title} as CSV`}
              title="Download as CSV"
            >
              <Icon name="download" />
            </a>
          )}
        </div>
      </header>
      {children}
    </section>
  );
}

/** What a number counts, on request. */
export function Definition({ of: name, children }: { of: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <button type="button" className="key-figures-why" popoverTarget={id} aria-label={`What “${name}” counts`}>
        <Icon name="info" />
      </button>
      <span id={id} className="kit-menu kit-float key-figures-note" popover="auto">
        {children}
      </span>
    </>
  );
}

interface BarTableProps {
  caption: string;
  heads: readonly string[];
  rows: readonly BarRow[];
  /** How many more rows there are; null for none. */
  more: string | null;
  none: string;
}

export interface BarRow {
  key: string;
  name: string;
  title?: string | null;
  to: string;
  /** Of its bar, in per cent; left out, there is none. */
  width?: number;
  cells: readonly string[];
}

/** Rows that lead on to what they name. */
export function BarTable({ caption, heads, rows, more, none }: BarTableProps) {
  if (rows.length === 0) return <p className="panel-none">{none}</p>;
  return (
    <>
      <table className="bars">
        <caption className="kit-unseen">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, title, to, width, cells }) => (
            <tr key={key}>
              <th scope="row">
                <Link className="bar" to={to} title={title ? `${name} – ${title}` : name} preventScrollReset>
                  {width !== undefined && (
                    <svg width="100%" height="100%" aria-hidden="true">
                      <rect width={`${width}%`} height="100%" rx="6" />
                    </svg>
                  )}
                  <span>{name}</span>
                </Link>
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

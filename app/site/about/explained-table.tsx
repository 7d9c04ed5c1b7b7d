import type { ReactNode } from "react";
import { Table } from "#app/ui/table.tsx";

interface ExplainedTableProps {
  /** Id of the heading. */
  id: string;
  /** Class of the section that sets its background. */
  background: "band" | "gold";
  title: string;
  /** Beside the heading. */
  paragraphs: readonly string[];
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  /** Below the table. */
  children?: ReactNode;
}

/** A section with a heading, paragraphs beside it, and a table. Renders nothing without rows. */
export function ExplainedTable({ id, background, title, paragraphs, columns, rows, children }: ExplainedTableProps) {
  if (rows.length === 0) return null;
  return (
    <section className={`section ${background}`} aria-labelledby={id}>
      <div className="wrap">
        <div className="split about-split: items-end mb-[clamp(36px,_4vw,_60px)]">
          <h2 id={id} className="d2">
            {title}
          </h2>
          <div className={background === "band" ? "plain muted" : "plain"}>
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </div>
        <Table caption={title} columns={columns} rows={rows} />
        {children}
      </div>
    </section>
  );
}

import type { ReactNode } from "react";
import { Table } from "#app/ui/table.tsx";
import { PlaceholderNote } from "../parts/placeholder-note.tsx";

interface PlaceholderTableProps<Row> {
  /** Id of the heading. */
  id: string;
  /** Anchor of the section. */
  anchor?: string;
  title: string;
  /** Says which rows are placeholders. */
  note: string;
  columns: readonly string[];
  rows: readonly Row[];
  toCells: (row: Row) => readonly ReactNode[];
}

/** A section with a heading and a table whose rows the owner of the site has to replace. Renders nothing without rows. */
export function PlaceholderTable<Row extends { placeholder: boolean }>(props: PlaceholderTableProps<Row>) {
  const { id, anchor, title, note, columns, rows, toCells } = props;
  if (rows.length === 0) return null;
  return (
    <section id={anchor} className="section" aria-labelledby={id}>
      <div className="wrap split">
        <div className="stand-in-head">
          <h2 id={id} className="d2">
            {title}
          </h2>
          <PlaceholderNote text={note} of={rows} />
        </div>
        <Table caption={title} columns={columns} rows={rows.map(toCells)} />
      </div>
    </section>
  );
}

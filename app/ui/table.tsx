import type { ReactNode } from "react";

interface TableProps {
  /** Names the table; shown above it only if `showCaption`. */
  caption: string;
  showCaption?: boolean;
  columns: readonly string[];
  /** One cell for each column; the first names its row. */
  rows: readonly (readonly ReactNode[])[];
}

/** A ruled table. Where it is wider than the page it scrolls by itself, by keyboard too, and its head stays a head. */
export function Table({ caption, showCaption = false, columns, rows }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard.
    <div className="table-frame" role="region" aria-label={`Table: ${caption}`} tabIndex={0}>
      <table className={columns.length > 3 ? "table table-wide" : "table"}>
        <caption className={showCaption ? undefined : "sr-only"}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of copy never move.
            <tr key={index}>
              {row.map((cell, column) =>
                column === 0 ? (
                  <th key={columns[column]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={columns[column]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

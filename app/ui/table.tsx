// Bundle: table
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see below. */
import type { ReactNode } from "react";

interface TableProps {
  className?: string;
  /** Name of the table; visible only with `showCaption`. */
  caption: string;
  showCaption?: boolean;
  columns: readonly string[];
  /** One cell for each column. The first cell is the row's heading. */
  rows: readonly (readonly ReactNode[])[];
}

/**
 * A table with ruled rows. Below 1024 px each row is a card, and its cells repeat the names of their columns. The roles
 * are written out because some browsers no longer treat an element as a table once CSS changes its layout.
 */
export function Table({ className = "", caption, showCaption = false, columns, rows }: TableProps) {
  return (
    <table className={`table ${className}`} role="table">
      <caption className={showCaption ? undefined : "sr-only"}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} scope="col" role="columnheader">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows of copy never move.
          <tr key={index} role="row">
            {row.map((cell, column) =>
              column === 0 ? (
                <th key={columns[column]} scope="row" role="rowheader">
                  {cell}
                </th>
              ) : (
                <td key={columns[column]} role="cell" data-label={columns[column]}>
                  <div>{cell}</div>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

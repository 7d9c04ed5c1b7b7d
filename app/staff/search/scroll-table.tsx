import type { ReactNode } from "react";
import "../analytics/recipes.ts";
import "./recipes.ts";

interface ScrollTableProps {
  label: string;
  heads: readonly ReactNode[];
  children: ReactNode;
  className?: string;
  /** Places of the columns that hold numbers, from 0 on. */
  numbers?: readonly number[];
}

/** A table that scrolls by itself where it is wider than the screen. */
export function ScrollTable({ label, heads, children, className = "", numbers }: ScrollTableProps) {
  return (
    // Can be scrolled, so it has to be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className="report-scroll" role="region" aria-label={`${label}: table`} tabIndex={0}>
      <table className={`kit-table search-table ${className}`.trim()}>
        <caption className="kit-unseen">{label}</caption>
        <thead>
          <tr>
            {heads.map((head, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the columns keep their places
              <th key={place} scope="col" className={numbers?.includes(place) ? "search-number" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

import { LocalTime } from "#app/ui/local-time.tsx";
import type { CoverageRow, OverviewView } from "./overview-view.ts";
import "../recipes.ts";
import "#app/staff/analytics/recipes.ts";

/** How much of the site is embedded, by kind. */
export function CoveragePanel({ view: { coverage, total, compared } }: { view: OverviewView }) {
  return (
    <section className="panel" aria-labelledby="coverage">
      <header>
        <h2 id="coverage">Coverage by type</h2>
        <small>{total?.share} in all</small>
      </header>
      <table className="kit-table search-table search-coverage">
        <caption className="kit-unseen">Coverage by type</caption>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col" className="search-number">
              Items
            </th>
            <th scope="col" className="search-number">
              Embedded
            </th>
            <th scope="col">Coverage</th>
            <th scope="col" className="search-number">
              Stale
            </th>
          </tr>
        </thead>
        <tbody>
          {coverage.map((row) => (
            <Row key={row.kind} row={row} />
          ))}
        </tbody>
        <tfoot>{total && <Row row={total} />}</tfoot>
      </table>
      {compared && (
        <p className="panel-none">
          {/* On a line of its own, which is as long in every zone. */}
          Whole site compared: <LocalTime at={compared.at} />
          <br />
          {compared.found}
        </p>
      )}
    </section>
  );
}

function Row({ row: { name, items, embedded, share, percent, isWhole, stale } }: { row: CoverageRow }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="search-number">{items}</td>
      <td className="search-number">{embedded}</td>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell, and it has text */}
      <td>
        <span className="search-share: grid grid-cols-[minmax(40px,_1fr)_56px] gap-8px items-center [&_svg]:w-full [&_svg]:h-6px lt-md:grid-cols-[minmax(24px,_1fr)_44px]">
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect className="search-track: fill-surface-2" width="100" height="6" rx="3" />
            <rect
              className="search-fill: fill-c1 data-[part]:[fill:var(--c3)] forced:[fill:CanvasText]"
              data-part={isWhole ? undefined : ""}
              width={percent}
              height="6"
              rx="3"
            />
          </svg>
          <span>{share}</span>
        </span>
      </td>
      <td className="search-number" data-bad={stale !== "0" || undefined}>
        {stale}
      </td>
    </tr>
  );
}

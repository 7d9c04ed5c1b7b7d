import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { CsvLink } from "./csv-link.tsx";
import { ChartDrawing } from "./chart-drawing.tsx";
import { type AnalyticsState, buildFilePath, buildPath } from "./state.ts";
import type { AnalyticsView } from "./to-view.ts";
import "./recipes.ts";
import "../recipes.ts";

interface ChartProps {
  state: AnalyticsState;
  view: Pick<AnalyticsView, "chart" | "interval" | "intervals" | "coverageNote">;
}

/** One metric over the days, with the same numbers in a table. */
export function Chart({ state, view: { chart, interval, intervals, coverageNote } }: ChartProps) {
  const { title, legend, points } = chart;
  const hasHappened = points.some(({ happened }) => happened.length > 0);
  return (
    <section className="chart staff-wide" aria-labelledby="chart-title">
      <header>
        <h2 id="chart-title">{title}</h2>
        <p className="chart-legend">
          <span>
            <svg width="18" height="3" aria-hidden="true">
              <path className="chart-now" d="M0 1.5H18" />
            </svg>
            {legend.now}
          </span>
          {legend.before && (
            <span>
              <svg width="18" height="3" aria-hidden="true">
                <path className="chart-before" d="M0 1.5H18" />
              </svg>
              {legend.before}
            </span>
          )}
        </p>
        <div className="mini">
          {intervals.length > 1 && (
            <nav aria-label="Interval">
              {intervals.map(({ value, name }) => (
                <Link
                  key={value}
                  to={buildPath(state, { interval: value })}
                  aria-current={value === interval ? "true" : undefined}
                  preventScrollReset
                >
                  {name}
                </Link>
              ))}
            </nav>
          )}
          <Link
            className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}
            to={`${buildPath(state, { edit: "note" })}#annotations`}
            aria-label="Add an annotation"
            title="Add an annotation"
          >
            <Icon name="plus" />
          </Link>
          <CsvLink of={title} href={buildFilePath({ ...state, panel: null }, null)} />
        </div>
      </header>
      {/* Another period begins without a marked point. */}
      <ChartDrawing key={`${title} ${legend.now} ${legend.before}`} chart={chart} />
      <p className="chart-note">
        <Icon name="info" />
        {coverageNote}
      </p>
      <details>
        <summary>
          Show as a table <Icon name="caret-down" />
        </summary>
        {/* Can be scrolled, so it has to be reached by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
        <div className="chart-table" role="region" aria-label={`${title}: table`} tabIndex={0}>
          <table className="kit-table">
            <caption>
              {title}, {legend.now}
            </caption>
            <TableHead names={["Time", "Value", legend.before && "Compared with", hasHappened && "What happened"]} />
            <tbody>
              {points.toReversed().map(({ x, name, value, before, happened }) => (
                <tr key={x}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                  {legend.before && <td>{before ? `${before.value} (${before.name})` : "–"}</td>}
                  {hasHappened && <td>{happened.join("; ")}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

import { ReportPanel } from "./report-panel.tsx";
import type { ReportBody } from "./report-view.ts";
import type { AnalyticsState } from "./state.ts";
import "./recipes.ts";
import "../recipes.ts";

type Cohorts = Extract<ReportBody, { report: "cohorts" }>["cohorts"];

interface CohortsReportProps {
  state: AnalyticsState;
  cohorts: Cohorts;
}

/** Who came for the first time in a week, and how many of them came again in the weeks after it. */
export function CohortsReport({ state, cohorts }: CohortsReportProps) {
  const weeks = Math.max(0, ...cohorts.map(({ cells }) => cells.length));
  return (
    <div className="panels report report-one staff-wide">
      <ReportPanel
        title="Visitors by the week of their first visit"
        fileOf={state}
        note="Weeks begin on Monday, in the site’s zone. A share is of the visitors of the row, and counts who had a visit in that week, however often. With filters, first and later visits are those that pass them."
      >
        {/* A region that scrolls takes the focus, so that arrow keys can scroll it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
        <div className="report-scroll" role="region" aria-label="Cohorts" tabIndex={0}>
          <table className="cohorts: min-w-640px border-separate [border-spacing:2px] tabular-nums [&_th]:font-400 [&_th]:text-13 [&_th]:text-left [&_th]:whitespace-nowrap [&_thead_th]:text-ink-2 [&_td]:h-32px [&_td[data-shade]]:rounded-6px [&_td[data-open]]:[outline:1px_dotted_var(--ink-3)] [&_td[data-open]]:outline-offset-[-1px] [&_small]:inline-block [&_small]:min-w-3ch [&_small]:ml-6px [&_small]:text-ink-2 [&_small]:text-12 [&_[data-shade='1']]:[background:color-mix(in_srgb,_var(--c1)_5%,_var(--bg))] [&_[data-shade='2']]:[background:color-mix(in_srgb,_var(--c1)_10%,_var(--bg))] [&_[data-shade='3']]:[background:color-mix(in_srgb,_var(--c1)_15%,_var(--bg))] [&_[data-shade='4']]:[background:color-mix(in_srgb,_var(--c1)_20%,_var(--bg))] [&_[data-shade='5']]:[background:color-mix(in_srgb,_var(--c1)_25%,_var(--bg))]">
            <caption className="kit-unseen">Share of visitors who came again, by week of the first visit</caption>
            <thead>
              <tr>
                <th scope="col">Week of</th>
                <th scope="col">Visitors</th>
                {Array.from({ length: weeks }, (_, index) => (
                  <th key={index + 1} scope="col">
                    <span className="kit-unseen">Came again in week </span>
                    {index + 1}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map(({ from, name, visitors, isOpen, cells }) => (
                <tr key={from}>
                  <th scope="row">{name}</th>
                  <td>
                    {visitors}
                    {isOpen && <Open />}
                  </td>
                  {cells.map((cell) => (
                    <td key={cell.week} data-shade={cell.shade} data-open={cell.isOpen || undefined}>
                      {cell.share === null ? (
                        "–"
                      ) : (
                        <>
                          {cell.share}
                          <small>{cell.count}</small>
                        </>
                      )}
                      {cell.isOpen && <Open />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="panel-none">
          The last twelve weeks of the chosen days, each as a whole. A dotted week is not over.
        </p>
      </ReportPanel>
    </div>
  );
}

function Open() {
  return <span className="kit-unseen"> so far</span>;
}

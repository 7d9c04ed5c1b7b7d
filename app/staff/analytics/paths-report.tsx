import { splitPage } from "#shared/analytics/split-page.ts";
import { Link } from "react-router";
import { Definition } from "./definition.tsx";
import { BarTable, ReportPanel } from "./report-panel.tsx";
import type { ReportBody } from "./report-view.ts";
import { type AnalyticsState, buildPath } from "./state.ts";
import "./recipes.ts";
import "../recipes.ts";

type Paths = Extract<ReportBody, { report: "paths" }>;

const notes: Record<string, string> = {
  Before: "Views of the page, by the page from which its visitor came. Who came back to it is in it each time.",
  Read: "Of views that told how the page was left: the time in which it was visible and its visitor active, the lowest point that was seen, and the share of those that saw 90% of it or more.",
  After: "Views of other pages, or of this one again, to which its visitors went from here.",
};

/** Where visitors were before and after one page; without one, the pages to choose from. */
export function PathsReport({ state, paths: { page, tables, edges, read } }: { state: AnalyticsState; paths: Paths }) {
  return (
    <>
      {page !== null && edges && (
        <p className="report-about: pt-4px">
          <span>
            <b>{page}</b> was viewed {edges.views}
            {read &&
              `, on average ${read.active} active and seen down to ${read.down}; ${read.toEnd} of views saw its end`}
            .{read && <Definition name="How it was read" note={notes["Read"]} />}
          </span>{" "}
          <Link className="panel-more" to={buildPath(state, { filters: splitPage(state).others })} preventScrollReset>
            Choose another page
          </Link>
        </p>
      )}
      <div className={`panels report ${page === null ? "report-one" : "report-two"} staff-wide`}>
        {tables.map(({ name, rows, more }, place) => {
          const [edge, label] = place === 0 ? [edges?.entries, "Came from outside"] : [edges?.exits, "Left the site"];
          return (
            <ReportPanel
              key={name}
              title={page === null ? "Choose a page" : name}
              note={notes[name]}
              {...(page !== null && place === 0 ? { fileOf: state } : {})}
            >
              {edge && (
                <dl className="panel-facts">
                  <div>
                    <dt>{label}</dt>
                    <dd>
                      {edge.times} {edge.share && <small>{edge.share}</small>}
                    </dd>
                  </div>
                </dl>
              )}
              <BarTable
                caption={page === null ? "Pages, the most visits first" : `Pages ${name.toLowerCase()} ${page}`}
                heads={page === null ? ["Page", "Views"] : ["Page", "Times", "Share"]}
                rows={rows.map(({ times, share, ...row }) => ({ ...row, cells: share ? [times, share] : [times] }))}
                more={more}
                none={page === null ? "No page was viewed." : "No other page."}
              />
            </ReportPanel>
          );
        })}
      </div>
    </>
  );
}

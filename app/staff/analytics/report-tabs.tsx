import { Link } from "react-router";
import { type AnalyticsState, buildPath, type Shown, shownNames } from "./state.ts";

/** Leads from the overview to reports of their own, and back: days and filters stay. */
export function ReportTabs({ state }: { state: AnalyticsState }) {
  return (
    <nav className="report-tabs staff-wide" aria-label="Reports">
      {(Object.keys(shownNames) as Shown[]).map((show) => (
        <Link
          key={show}
          to={buildPath(state, { show, panel: null, report: null })}
          aria-current={show === state.show ? "page" : undefined}
          preventScrollReset
        >
          {shownNames[show]}
        </Link>
      ))}
    </nav>
  );
}

import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { type AnalyticsState, buildPath, type Shown, shownNames } from "./state.ts";
import "../recipes.ts";

/** Leads from the overview to reports of their own, and back: days and filters stay. */
export function ReportTabs({ state }: { state: AnalyticsState }) {
  const tabs = useRef<HTMLElement>(null);
  // On a phone the last tabs are beside the screen.
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>(`[data-tab="${state.show}"]`);
    if (tabs.current && current) tabs.current.scrollLeft = current.offsetLeft - tabs.current.clientWidth / 2;
  }, [state.show]);
  return (
    <nav ref={tabs} className="report-tabs staff-wide" aria-label="Reports">
      {(Object.keys(shownNames) as Shown[]).map((show) => (
        <Link
          key={show}
          to={buildPath(state, { show, panel: null, report: null })}
          data-tab={show}
          aria-current={show === state.show ? "page" : undefined}
          preventScrollReset
        >
          {shownNames[show]}
        </Link>
      ))}
    </nav>
  );
}

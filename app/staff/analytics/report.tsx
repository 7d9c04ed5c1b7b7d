import { CohortsReport } from "./cohorts-report.tsx";
import { FunnelsReport } from "./funnels/funnels-report.tsx";
import { NotFoundReport } from "./not-found-report.tsx";
import { PathsReport } from "./paths-report.tsx";
import type { ReportBody } from "./report-view.ts";
import type { AnalyticsState } from "./state.ts";
import { VitalsReport } from "./vitals-report.tsx";

/** The report that the address asks for. */
export function Report({ state, body }: { state: AnalyticsState; body: ReportBody }) {
  switch (body.report) {
    case "vitals":
      return <VitalsReport state={state} vitals={body.vitals} pages={body.pages} />;
    case "paths":
      return <PathsReport state={state} paths={body} />;
    case "funnels":
      return <FunnelsReport state={state} view={body.funnels} />;
    case "none":
      return null;
    case "cohorts":
      return <CohortsReport state={state} cohorts={body.cohorts} />;
    case "not-found":
      return <NotFoundReport state={state} missing={body.missing} searches={body.searches} />;
  }
}

import { CohortsReport } from "./cohorts-report.tsx";
import { FunnelsReport } from "./funnels/funnels-report.tsx";
import type { FunnelForm } from "./funnels/view.ts";
import { NotFoundReport } from "./not-found-report.tsx";
import { PathsReport } from "./paths-report.tsx";
import type { ReportBody } from "./report-view.ts";
import type { AnalyticsState } from "./state.ts";
import { VitalsReport } from "./vitals-report.tsx";

interface ReportProps {
  state: AnalyticsState;
  body: ReportBody;
  /** The form of a funnel that was refused, where no address can carry what it holds. */
  refusedFunnel: FunnelForm | null;
}

/** The report that the address asks for. */
export function Report({ state, body, refusedFunnel }: ReportProps) {
  switch (body.report) {
    case "vitals":
      return <VitalsReport state={state} vitals={body.vitals} pages={body.pages} />;
    case "paths":
      return <PathsReport state={state} paths={body} />;
    case "funnels":
      return <FunnelsReport state={state} view={body.funnels} refused={refusedFunnel} />;
    case "none":
      return null;
    case "cohorts":
      return <CohortsReport state={state} cohorts={body.cohorts} />;
    case "not-found":
      return <NotFoundReport state={state} missing={body.missing} searches={body.searches} />;
  }
}

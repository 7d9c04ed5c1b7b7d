import { BarTable, ReportPanel } from "./report-panel.tsx";
import type { ReportBody } from "./report-view.ts";
import type { AnalyticsState } from "./state.ts";
import "./recipes.ts";
import "../recipes.ts";

type NotFound = Extract<ReportBody, { report: "not-found" }>;

interface NotFoundReportProps extends Pick<NotFound, "missing" | "searches"> {
  state: AnalyticsState;
}

/** Pages that there are not, and what was sought. */
export function NotFoundReport({ state, missing, searches }: NotFoundReportProps) {
  return (
    <div className="panels report report-two staff-wide">
      <ReportPanel
        title="Missing pages"
        note="Addresses of this site without a page, with the page or the site that linked to them."
        fileOf={state}
      >
        <BarTable
          kind="words"
          caption="Missing pages and where their visitors came from, the most frequent first"
          heads={["Page", "Came from", "Views"]}
          rows={missing.rows.map(({ from, times, ...row }) => ({ ...row, cells: [from, times] }))}
          more={missing.more}
          none="No missing page was asked for."
        />
      </ReportPanel>
      <ReportPanel
        title="Searches"
        note="What visitors sought on this site; what found nothing comes first. Small and capital letters are the same."
      >
        <BarTable
          kind="even"
          caption="Searches, those that found nothing first"
          heads={["Search", "Nothing found", "Times"]}
          rows={searches.rows.map(({ empty, times, ...row }) => ({ ...row, cells: [empty, times] }))}
          more={searches.more}
          none="Nothing was sought."
        />
      </ReportPanel>
    </div>
  );
}

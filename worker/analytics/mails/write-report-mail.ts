import { decodePath } from "#shared/text/decode-path.ts";
import { directName, goalNames, metricNames } from "#shared/analytics/figure-words.ts";
import type { Rhythm } from "#shared/analytics/report-rhythms.ts";
import { layOutMail, type MailSite, type MailText } from "../../email/layout.ts";
import { type Dimension, type Figures, metrics, type PanelRow, type Period } from "../figures/types.ts";
import { computeCoverage, computeMetric, writeFor, type Writing } from "../figures/writing.ts";

/** Rows of each list. */
const shownRows = 5;

interface Report {
  site: MailSite;
  rhythm: Rhythm;
  /** Days as `2026-11-16`, for the address of the page. */
  days: { from: string; to: string };
  period: Period;
  previous: Period;
  figures: Figures;
  zone: string;
  locale: string;
  /** Where a click ends these mails. */
  stopUrl: string;
  /** Now, in epoch milliseconds. */
  at: number;
}

/** Panels that a report reads. */
export const reportPanels = ["page", "source", "missing"] as const satisfies readonly Dimension[];

/** Figures of a week or a month, as the page shows them for these days. */
export function writeReportMail({ site, rhythm, days, period, previous, figures, ...report }: Report): MailText {
  const { zone, locale, stopUrl, at } = report;
  const writing = writeFor(locale, zone);
  const shown = writing.period(period, at);
  const name = rhythm === "weekly" ? "week" : "month";
  const { accepted, rejected } = figures.coverage;
  return layOutMail(site, {
    subject: `Visitors of the ${name}: ${shown}`,
    title: `Visitors, ${shown}`,
    facts: listFacts(figures, writing),
    paragraphs: [
      `Changes against the ${name} before, ${writing.period(previous, at)}, are in brackets. Days are those of ${zone.replaceAll("_", " ")}.`,
      accepted + rejected === 0
        ? "Nobody has answered about cookies in these days."
        : "Coverage is the share of visitors who accepted. Who rejected is in no other number.",
    ],
    sections: [
      { name: "Top pages", rows: listRows(figures, "page", writing), none: "No page was viewed." },
      { name: "Top sources", rows: listRows(figures, "source", writing), none: "No visit came from anywhere." },
      {
        name: "Goals",
        rows: [...figures.goals.map((each) => ({ ...each, name: goalNames[each.goal] })), ...figures.ownGoals].map(
          ({ name: goal, done, before }) => [goal, writeCount(done, before, writing)],
        ),
        none: "",
      },
      { name: "Not found", rows: listRows(figures, "missing", writing), none: "Every page was found." },
    ],
    link: {
      url: `${site.origin}/visitor-analytics?from=${days.from}&to=${days.to}`,
      name: `Open the ${name} in visitor analytics`,
    },
    after: "You get this mail because you asked for it on the page of visitor analytics.",
    stop: { url: stopUrl, name: `End the ${rhythm} report` },
  });
}

function listFacts({ totals, before, coverage, coverageBefore }: Figures, writing: Writing): [string, string][] {
  const facts = metrics.map((metric): [string, string] => {
    const [now, then] = [computeMetric(totals, metric), before && computeMetric(before, metric)];
    if (now === null) return [metricNames[metric], "–"];
    const change = then === null ? "" : ` (${writing.metricChange(now, then, metric)})`;
    return [metricNames[metric], writing.metric(now, metric) + change];
  });
  const [share, shareBefore] = [computeCoverage(coverage), coverageBefore && computeCoverage(coverageBefore)];
  if (share === null) return facts;
  const all = writing.number(coverage.accepted + coverage.rejected);
  const change = shareBefore === null ? "" : ` (${writing.points(share - shareBefore)})`;
  return [...facts, ["Coverage", `${writing.share(share)} of ${all} choices${change}`]];
}

function listRows({ panels }: Figures, dimension: (typeof reportPanels)[number], writing: Writing) {
  const rows = panels[dimension]?.rows ?? [];
  return rows.slice(0, shownRows).map((row): [string, string] => {
    const unit = row.visits === 1 ? " visit" : " visits";
    return [nameRow(dimension, row), writeCount(row.visits, row.before, writing, unit)];
  });
}

function nameRow(dimension: (typeof reportPanels)[number], { value, label }: PanelRow): string {
  if (dimension === "source") return value === "" || value === "direct" ? directName : value;
  return label && dimension === "page" ? `${label} (${decodePath(value)})` : decodePath(value);
}

function writeCount(count: number, before: number | null, writing: Writing, unit = ""): string {
  return writing.number(count) + unit + (before === null ? "" : ` (${writing.metricChange(count, before, "visits")})`);
}

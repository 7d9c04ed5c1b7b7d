import { layOutMail, type MailSite, type MailText } from "../email/layout.ts";
import type { AlertPlan } from "./plan-alerts.ts";
import { findRunbookPlace } from "./runbook-place.ts";
import { readVersion } from "./version.ts";

type Alerts = AlertPlan["alerts"];

const sections = [
  ["failed", "Failing"],
  ["reminder", "Still failing"],
  ["recovered", "Well again, or over"],
] as const;

/** One mail about all that has changed. */
export function writeAlertMail(site: MailSite, alerts: Alerts): MailText {
  const failing = alerts.filter(({ kind }) => kind !== "recovered").length;
  const [first] = alerts;
  const more = alerts.length > 1 ? ` and ${alerts.length - 1} more` : "";
  return layOutMail(site, {
    subject: `${failing > 0 ? "Failing" : "Well again"}: ${first?.row.name ?? ""}${more} (${site.name})`.slice(0, 190),
    title: failing > 0 ? "Something on the site fails" : "The site is well again",
    facts: [["Version", readVersion()]],
    paragraphs: [],
    sections: sections.flatMap(([kind, name]) => {
      const rows = alerts.filter((each) => each.kind === kind);
      if (rows.length === 0) return [];
      const lines = rows.map(
        ({ row }) =>
          [
            row.name,
            row.isFailed
              ? `${row.todo} Since ${writeTime(row.since)}. ${site.origin}${findRunbookPlace(row.key)}`
              : `Since ${writeTime(row.since)}.`,
          ] as const,
      );
      return [{ name, rows: lines, none: "" }];
    }),
    link: { url: `${site.origin}/operations`, name: "Open operations" },
    after: "What goes on failing is told again after 24 hours. Who gets these mails, and when, is set on that page.",
  });
}

export function writeTestMail(site: MailSite): MailText {
  return layOutMail(site, {
    subject: `Test alert from ${site.name}`,
    title: "Alerts reach you",
    paragraphs: ["This is a test, and nothing fails. You get such a mail when something does."],
    link: { url: `${site.origin}/operations`, name: "Open operations" },
    after: "",
  });
}

/** What a webhook gets, as JSON; docs/runbook.md describes it. */
export function writeWebhookBody(site: MailSite, alerts: Alerts, at: number): string {
  return JSON.stringify({
    type: "site.alerts",
    timestamp: new Date(at).toISOString(),
    data: {
      site: site.origin,
      version: readVersion(),
      url: `${site.origin}/operations`,
      alerts: alerts.map(({ kind, row: { key, name, todo, since, isUrgent } }) => ({
        state: kind,
        key,
        name,
        todo,
        runbook: site.origin + findRunbookPlace(key),
        urgent: isUrgent,
        since: new Date(since).toISOString(),
      })),
    },
  });
}

export function writeTestPost(site: MailSite, at: number): string {
  const data = { site: site.origin, version: readVersion(), url: `${site.origin}/operations`, alerts: [] };
  return JSON.stringify({ type: "site.alerts.test", timestamp: new Date(at).toISOString(), data });
}

function writeTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

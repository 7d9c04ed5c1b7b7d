/** What a visitor's choice is sent with. */
import type { VisitorData, VisitorRecord } from "#shared/analytics/visitor-record.ts";
import { readTime } from "./device-data.ts";

export const { language } = navigator;
export const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();

/** A visitor under a number of their own. */
export function buildVisitor(): VisitorData {
  return {
    visitId: crypto.randomUUID(),
    firstVisit: readTime(),
    userAgent: navigator.userAgent,
    referrer: document.referrer || "direct",
    language,
    timezone,
  };
}

type OfChoice = Required<Pick<VisitorRecord, "consent_status" | "page_views" | "chosen_at" | "banner_version">>;

export function toRecord({ visitId, firstVisit, userAgent, ...rest }: VisitorData, choice: OfChoice): VisitorRecord {
  return { visitor_id: visitId, first_visit: firstVisit, user_agent: userAgent, ...rest, ...choice };
}

import type { Db } from "#worker/db/client.ts";
import { detectSystem } from "#worker/lib/text/detect-browser.ts";
import { detectChannel } from "./detect-channel.ts";
import { parseReferrerHost, parseRegion } from "./detect-client.ts";
import type { AcceptedMessage, VisitFacts, VisitPart } from "./messages.ts";
import { groupViews, readSpans, visitGap } from "./views-to-visits.ts";
import type { VisitorKeys } from "./visitor-keys.ts";

export type KeyedRecord = AcceptedMessage & { keys: VisitorKeys };

/** A part of a visit with whose it is, and when it was received. `isMeasured`: its pages report for how long they were used. */
export type ReceivedPart = VisitPart & { visitor_id: string; received_at: number; isMeasured: boolean };

/**
 * The visits of views that records hold. What is stored of their visitors is read before, to go on with a visit that has
 * not ended; records without views cost nothing.
 */
export async function visitsOfRecords(db: Db, records: readonly KeyedRecord[]): Promise<ReceivedPart[]> {
  const withViews = records.filter(({ views }) => views.length > 0);
  if (withViews.length === 0) return [];
  const times = withViews.flatMap(({ views }) => views.map(({ viewed_at }) => viewed_at));
  const visitors = [...new Set(withViews.map(({ keys }) => keys.visitor))];
  const spans = await readSpans(db, { visitors, from: Math.min(...times), to: Math.max(...times) });
  const parts: ReceivedPart[] = [];
  for (const record of withViews) {
    const { visitor } = record.keys;
    const known = spans.get(visitor) ?? [];
    spans.set(visitor, known);
    for (const visit of await groupViews(visitor, record.views, known)) {
      parts.push({
        ...visit,
        visitor_id: record.visitor.visitor_id,
        received_at: record.choice.received_at,
        network: record.network,
        facts: describeRecord(record, visit.started_at),
        left: null,
        isMeasured: false,
      });
    }
  }
  return parts;
}

/** Where somebody came from is known of their first visit alone. */
function describeRecord({ visitor, choice }: KeyedRecord, startedAt: number): VisitFacts {
  const isFirst = startedAt <= visitor.first_visit + visitGap;
  const referrer = (isFirst && parseReferrerHost(visitor.referrer)) || "";
  return {
    ...detectChannel(referrer, { source: "", medium: "", campaign: "" }),
    referrer,
    campaign: "",
    medium: "",
    term: "",
    content: "",
    country: choice.country ?? "",
    region: parseRegion(visitor.timezone),
    device: choice.device,
    browser: choice.browser,
    os: detectSystem(visitor.user_agent),
    language: choice.language ?? "",
    screen: "",
  };
}

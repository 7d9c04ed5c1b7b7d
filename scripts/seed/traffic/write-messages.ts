import { bannerVersion } from "../../../shared/analytics/consent.ts";
import type { VisitorRecord } from "../../../shared/analytics/visitor-record.ts";
import type { VisitEvent, VisitMessage } from "../../../shared/analytics/visit-events.ts";
import type { PlannedVisit, Step } from "./plan-visits.ts";

/** A message as the tracker sends it, and what the request adds. */
export interface SentMessage {
  message: VisitMessage;
  /** When it is received, in epoch milliseconds. */
  receivedAt: number;
  userAgent: string;
  country: string;
}

/** What the tracker sends of a visit: each view with what follows on its page, and at last how the last page was left. */
export function toMessages({ at, id, visitorId, arrival, origin, client, steps }: PlannedVisit): SentMessage[] {
  const came = { ...arrival.tells, language: origin.language, timezone: origin.timezone, width: client.width };
  const send = (sent: number, rest: Pick<VisitMessage, "events" | "left">): SentMessage => ({
    message: { visitor_id: visitorId, visit_id: id, came, ...rest },
    receivedAt: at + sent + 2000,
    userAgent: client.userAgent,
    country: origin.country,
  });
  const events = steps.map((step, index) => toEvent(step, index, steps));
  const views = steps.flatMap((step, index) => (step.name === "" ? [index] : []));
  const messages = views.map((view, order) => {
    const own = events.slice(view, views[order + 1] ?? events.length);
    return send(own.at(-1)?.at ?? 0, { events: own });
  });
  const last = views.at(-1) ?? 0;
  const left = steps[last]?.left;
  return left ? [...messages, send(left.at, { events: [], left: { seq: last + 1, ...left } })] : messages;
}

/**
 * The same visit in other messages, as after a time without network: cut wherever `draw` says, so that a message may hold many
 * views or the end of one. Any of them may also tell how the latest view has been used, as a page does that is hidden.
 */
export function toAnyMessages(visit: PlannedVisit, draw: () => number, eventsAtOnce = 100): SentMessage[] {
  const whole = toMessages(visit);
  const [first] = whole as [SentMessage];
  const events = whole.flatMap(({ message }) => message.events);
  const cuts: number[] = [];
  for (let cut = 0; cut < events.length; cut += 1 + Math.floor(draw() ** 0.5 * eventsAtOnce)) cuts.push(cut);
  return Array.from(cuts, (cut, index) => {
    const own = events.slice(cut, cuts[index + 1]);
    const isLast = index === cuts.length - 1;
    const seen = visit.steps.slice(0, cut + own.length).findLastIndex(({ name }) => name === "");
    const left = visit.steps[seen]?.left;
    const used = left && (isLast || draw() < 0.3) ? { left: { seq: seen + 1, ...left } } : {};
    const { left: _, ...message } = first.message;
    const at = Math.max(own.at(-1)?.at ?? 0, used.left?.at ?? 0);
    return { ...first, receivedAt: visit.at + at + 2000, message: { ...message, events: own, ...used } };
  });
}

/** The record of the choice that was made as the visit began. */
export function toRecord(
  { at, id, visitorId, arrival, origin, client }: PlannedVisit,
  consent_status: VisitorRecord["consent_status"],
): VisitorRecord {
  const chosen_at = new Date(at).toISOString();
  return {
    visitor_id: visitorId,
    consent_status,
    first_visit: chosen_at,
    user_agent: client.userAgent,
    referrer: arrival.tells.referrer,
    language: origin.language,
    timezone: origin.timezone,
    page_views: [],
    chosen_at,
    banner_version: bannerVersion,
    ...(consent_status === "accepted" && { visit_id: id }),
  };
}

function toEvent(
  { at, name, path, title, data, amount, props }: Step,
  index: number,
  steps: readonly Step[],
): VisitEvent {
  const event = { seq: index + 1, at, path };
  if (name !== "") return { ...event, name, data, ...(amount !== undefined && { amount }), ...(props && { props }) };
  const before = steps.slice(0, index).findLastIndex((step) => step.name === "");
  const { path: from, left } = steps[before] ?? {};
  return { ...event, title, ...(from && { from }), ...(left && { left: { seq: before + 1, ...left } }) };
}

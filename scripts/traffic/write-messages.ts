import type { VisitEvent, VisitMessage } from "../../app/shared/visit-events.ts";
import type { PlannedVisit, Step } from "./plan-visits.ts";

/** A message as the tracker sends it, and what the request says besides. */
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

function toEvent({ at, name, path, title, data, amount }: Step, index: number, steps: readonly Step[]): VisitEvent {
  const event = { seq: index + 1, at, path };
  if (name !== "") return { ...event, name, data, ...(amount !== undefined && { amount }) };
  const before = steps.slice(0, index).findLastIndex((step) => step.name === "");
  const { path: from, left } = steps[before] ?? {};
  return { ...event, title, ...(from && { from }), ...(left && { left: { seq: before + 1, ...left } }) };
}

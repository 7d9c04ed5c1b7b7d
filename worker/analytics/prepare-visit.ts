import type { PageLeft, VisitEvent, VisitMessage, WebVitals } from "#shared/analytics/visit-events.ts";
import { detectBrowser, detectSystem } from "#worker/lib/text/detect-browser.ts";
import { hideToken } from "#worker/lib/http/hide-token.ts";
import { isWebAddress } from "#worker/lib/http/web-address.ts";
import { clean, cleanTitle, hideContacts, parsePath } from "./clean-text.ts";
import { detectChannel } from "./detect-channel.ts";
import { detectDevice, detectScreen, parseBaseLanguage, parseReferrerHost, parseRegion } from "./detect-client.ts";
import { clockTolerance } from "./lifetimes.ts";
import { readProperties } from "./event-properties.ts";
import type { PreparedEvent, PreparedLeft, VisitFacts, VisitorMessage } from "./messages.ts";
import { checkClock, type RequestFacts } from "./prepare-record.ts";
import { readVisitId } from "./visit-key.ts";

/**
 * The message to store for a part of a visit.
 * @throws {WrongClockError} when its times differ from ours by more than 24 hours.
 * @throws {InvalidInputError} when it names pages of another site.
 */
export function prepareVisit(message: VisitMessage, facts: RequestFacts): Extract<VisitorMessage, { kind: "visit" }> {
  const { visitor_id, visit_id, came, events, left } = message;
  const key = readVisitId(visit_id);
  const latest = Math.max(0, left?.at ?? 0, ...events.map(({ at }) => at));
  const { receivedAt, network } = facts;
  checkClock(
    "visit_id",
    key.started_at >= receivedAt - clockTolerance && key.started_at + latest <= receivedAt + clockTolerance,
  );
  return {
    kind: "visit",
    visitor_id,
    received_at: receivedAt,
    ...key,
    network,
    facts: describeVisit(came, facts),
    events: events.map((event) => prepareEvent(event, facts.origins)),
    left: left ? prepareLeft(left) : null,
  };
}

/** What is known of a visit by what it came with. A page of this site that it came from tells nothing. */
function describeVisit(came: VisitMessage["came"], facts: RequestFacts): VisitFacts {
  const { source = "", medium = "", campaign = "", term = "", content = "" } = came;
  const own = facts.origins.map((origin) => dropWww(new URL(origin).hostname));
  const host = parseReferrerHost(came.referrer) ?? "";
  const referrer = own.includes(dropWww(host)) ? "" : host;
  const utm = { source: clean(source, 100), medium: clean(medium, 100), campaign: clean(campaign, 100) };
  return {
    ...detectChannel(referrer, utm, { userAgent: facts.userAgent, parameters: came.parameters ?? "" }),
    referrer,
    campaign: utm.campaign,
    medium: utm.medium,
    term: clean(term, 100),
    content: clean(content, 100),
    country: facts.country ?? "",
    region: parseRegion(came.timezone),
    device: detectDevice(facts.userAgent),
    browser: detectBrowser(facts.userAgent, facts.brands),
    os: detectSystem(facts.userAgent),
    language: parseBaseLanguage(came.language) ?? "",
    screen: detectScreen(came.width),
  };
}

function dropWww(host: string): string {
  return host.replace(/^www\./, "");
}

function prepareEvent(event: VisitEvent, origins: readonly string[]): PreparedEvent {
  const { seq, at, title, from, left, name = "", data = "", amount, vitals, props } = event;
  const place = { field: "events", origins };
  const path = parsePath(event.path, place);
  const what = { seq, at, path, label: null, from: "", left: null, name, value: "", amount: null, properties: [] };
  if (name !== "")
    return { ...what, value: cleanValue(name, data), amount: amount ?? null, properties: readProperties(props) };
  if (vitals) {
    const measured = prepareLeft({ seq: 0, at: 0, engaged: 0, scroll: 0, vitals });
    return { ...what, from: path, left: measured, measures: true };
  }
  return {
    ...what,
    label: cleanTitle(title ?? "", event.path) || null,
    from: from === undefined ? "" : parsePath(from, place),
    left: left ? prepareLeft(left) : null,
  };
}

/** Nobody was active for longer than the visit had lasted: that holds for each message, however a visit is split. */
function prepareLeft({ seq, at, engaged, scroll, vitals }: PageLeft): PreparedLeft {
  return { seq, at, engaged: Math.min(engaged, at), scroll, vitals: vitals ? writeVitals(vitals) : null };
}

/** Whole milliseconds, and thousandths of `cls`: what a percentile needs. */
function writeVitals(vitals: WebVitals): string | null {
  const rounded = Object.entries(vitals).map(([name, value = 0]) => {
    const parts = name === "cls" ? 1000 : 1;
    return [name, Math.round(value * parts) / parts] as const;
  });
  return rounded.length > 0 ? JSON.stringify(Object.fromEntries(rounded)) : null;
}

/**
 * What was pressed or sought. Of an address the query goes, which may name somebody; of words that were sought, what
 * looks like an e-mail address or a telephone number.
 */
function cleanValue(name: string, data: string): string {
  if (name === "search") return hideContacts(clean(data, 80)).replaceAll(/\s+/g, " ").toLowerCase();
  const url = URL.parse(data);
  if (url && isWebAddress(url)) return clean(url.host + hideToken(url.pathname), 200);
  return clean(data.startsWith("/") ? hideToken(data.replace(/[?#].*$/s, "")) : data, 200);
}

import { bannerHashes, choiceLifetime } from "#shared/analytics/consent.ts";
import type { PageView, VisitorRecord } from "#shared/analytics/visitor-record.ts";
import { detectBrowser } from "#worker/lib/text/detect-browser.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import { parseBaseLanguage, detectDeviceOfChoice, parseReferrerHost } from "./detect-client.ts";
import { deriveChoiceId } from "./choice-id.ts";
import { clean, cleanTitle, parsePath, stripQuery } from "./clean-text.ts";
import { clockTolerance } from "./lifetimes.ts";
import type { AcceptedMessage, Choice, VisitorMessage } from "./messages.ts";

/** What the request says about the visit. */
export interface RequestFacts {
  receivedAt: number;
  /** The network it came from, hashed for the day (63 bits in decimals); null where that could not be done. */
  network: string | null;
  /** Origins that count as this site. */
  origins: readonly string[];
  userAgent: string;
  /** What `Sec-CH-UA` says, where a browser sends it: only it tells Brave from Chrome. */
  brands?: string;
  /** ISO 3166 alpha-2. */
  country: string | null;
  /** Sec-GPC: 1. */
  gpc: boolean;
}

/** The record's clock is off by more than a day, so nothing in it can be dated. */
export class WrongClockError extends InvalidInputError {
  override name = "WrongClockError";
}

/**
 * The message to store for a record: everything when the visitor accepted, only the coarse fields when they rejected.
 * @throws {WrongClockError} when its times differ from ours by more than 24 hours.
 * @throws {InvalidInputError} when it names pages of another site.
 */
export async function prepareRecord(record: VisitorRecord, facts: RequestFacts): Promise<VisitorMessage> {
  const choice = await prepareChoice(record, facts);
  const firstVisit = Date.parse(record.first_visit);
  checkClock("first_visit", firstVisit <= facts.receivedAt + clockTolerance);
  if (record.consent_status === "rejected") return { kind: "rejected", choice };
  checkFreshness(record, facts);
  return {
    kind: "accepted",
    choice,
    visitor: {
      visitor_id: record.visitor_id,
      first_visit: firstVisit,
      user_agent: clean(record.user_agent, 256),
      referrer: stripQuery(record.referrer),
      language: clean(record.language, 64),
      timezone: clean(record.timezone, 64),
    },
    // The collector gets them with their visit.
    views: record.visit_id === undefined ? prepareViews(record.page_views, facts) : [],
    network: facts.network,
  };
}

/**
 * Every record contains a time of the day on which it is sent: that of a view or of the choice. If all its times are
 * old, it was sent before.
 */
function checkFreshness({ page_views, chosen_at, first_visit }: VisitorRecord, facts: RequestFacts): void {
  const chosenAt = Date.parse(chosen_at ?? first_visit);
  const fresh = page_views.length > 0 || chosenAt >= facts.receivedAt - clockTolerance;
  checkClock(chosen_at === undefined ? "first_visit" : "chosen_at", fresh);
}

async function prepareChoice(record: VisitorRecord, facts: RequestFacts): Promise<Choice> {
  const { consent_status: status, visitor_id, first_visit, chosen_at, banner_version } = record;
  const chosenAt = chosen_at === undefined ? facts.receivedAt : Date.parse(chosen_at);
  // Whoever rejects without a network tells us when there is one again.
  const oldest = facts.receivedAt - clockTolerance - choiceLifetime;
  checkClock("chosen_at", chosenAt >= oldest && chosenAt <= facts.receivedAt + clockTolerance);
  const known = { visitorId: visitor_id, status, chosenAt: Date.parse(chosen_at ?? first_visit) };
  const userAgent = facts.userAgent || record.user_agent;
  return {
    choice_id: record.choice_id?.toLowerCase() ?? (await deriveChoiceId(known)),
    status,
    chosen_at: chosenAt,
    received_at: facts.receivedAt,
    banner_version: banner_version ?? null,
    banner_hash:
      (banner_version && Object.hasOwn(bannerHashes, banner_version) && bannerHashes[banner_version]) || null,
    gpc: facts.gpc ? 1 : 0,
    country: facts.country,
    device: detectDeviceOfChoice(userAgent),
    browser: detectBrowser(userAgent, facts.brands),
    language: parseBaseLanguage(record.language),
    referrer_host: parseReferrerHost(record.referrer),
  };
}

/**
 * Every record contains the visitor's latest views. Views older than a day came with earlier records and are left out.
 * If no view is from today, or one is from tomorrow, the clock is wrong.
 */
function prepareViews(views: readonly PageView[], facts: RequestFacts): AcceptedMessage["views"] {
  const dated = views.map((view) => ({ ...view, viewedAt: Date.parse(view.timestamp) }));
  const recent = dated.filter((view) => view.viewedAt >= facts.receivedAt - clockTolerance);
  const wrong =
    recent.some((view) => view.viewedAt > facts.receivedAt + clockTolerance) || (views.length > 0 && !recent.length);
  checkClock("page_views", !wrong);
  return recent.map((view) => ({
    viewed_at: view.viewedAt,
    path: parsePath(view.url, { field: "page_views", origins: facts.origins }),
    title: cleanTitle(view.title, view.url),
  }));
}

/** @throws {WrongClockError} unless `right` */
export function checkClock(field: string, right: boolean): void {
  if (!right) throw new WrongClockError({ [field]: ["The clock of this device is more than a day out."] });
}

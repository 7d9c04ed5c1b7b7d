import type { VisitMessage } from "#shared/analytics/visit-events.ts";
import type { VisitorRecord } from "#shared/analytics/visitor-record.ts";
import type { DropReason } from "#worker/db/analytics-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { openDb } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { deliver } from "./deliver.ts";
import { isCrawler } from "./detect-client.ts";
import { readClientKey } from "#worker/lib/http/client-address.ts";
import { hashText, toUuid } from "#worker/lib/text/hash-text.ts";
import { prepareRecord, type RequestFacts } from "./prepare-record.ts";
import { prepareVisit } from "./prepare-visit.ts";
import { hashNetwork, startOfDay } from "./network.ts";

/**
 * Accepts a visitor's record. It is stored within a second or two, and only once even if it is sent again. A crawler's
 * record is counted as dropped instead.
 * @throws {InvalidInputError} when its clock is a day off or it names pages of another site.
 * @throws {UnavailableError} when it can be neither queued nor stored.
 */
export async function collectRecord(record: VisitorRecord, request: Request, scope: RequestScope): Promise<void> {
  const facts = await readFacts(request, scope.env);
  if (isCrawler(facts.userAgent) || isCrawler(record.user_agent)) countDrop("bot", JSON.stringify(record), scope);
  else await deliver(await prepareRecord(record, facts), scope);
}

/**
 * Accepts a part of a visit, as `collectRecord` does a record. A crawler's visit counts as dropped once a day.
 * @throws {InvalidInputError} when its clock is a day off or it names pages of another site.
 * @throws {UnavailableError} when it can be neither queued nor stored.
 */
export async function collectVisit(message: VisitMessage, request: Request, scope: RequestScope): Promise<void> {
  const facts = await readFacts(request, scope.env);
  if (isCrawler(facts.userAgent)) countDrop("bot", message.visit_id, scope);
  else await deliver(prepareVisit(message, facts), scope);
}

/** Erases the data of a visitor, including records that are still in the queue. Unknown ids get the same answer. */
export async function eraseVisitor(visitorId: string, scope: RequestScope): Promise<void> {
  await deliver({ kind: "erasure", visitor_id: visitorId, erased_at: now() }, scope);
}

/** Counts a dropped record after the response: once per day and record. A failure to store the count is only logged. */
export function countDrop(reason: DropReason, record: string, scope: RequestScope): void {
  scope.ctx.waitUntil(deliverDrop(reason, record, scope).catch(() => undefined));
}

/** The row's key is the day and a hash, both the same for every replay of that day. */
async function deliverDrop(reason: DropReason, record: string, scope: RequestScope): Promise<void> {
  const day = startOfDay(now());
  const drop_id = toUuid(await hashText(JSON.stringify([day, reason, record])));
  await deliver({ kind: "dropped", drop_id, dropped_at: day, reason }, scope);
}

async function readFacts(request: Request, env: Env): Promise<RequestFacts> {
  const country = request.cf?.country;
  const receivedAt = now();
  return {
    receivedAt,
    network: await hashNetwork(openDb(env.DB), env, { clientKey: readClientKey(request), at: receivedAt }),
    origins: [env.SITE_ORIGIN, new URL(request.url).origin],
    userAgent: (request.headers.get("User-Agent") ?? "").slice(0, 1024),
    brands: (request.headers.get("Sec-CH-UA") ?? "").slice(0, 1024),
    country: typeof country === "string" && /^[A-Z0-9]{2}$/.test(country) ? country : null,
    gpc: request.headers.get("Sec-GPC") === "1",
  };
}

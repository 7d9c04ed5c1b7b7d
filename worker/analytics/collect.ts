import type { VisitorRecord } from "#app/shared/visitor-record.ts";
import type { DropReason } from "#worker/db/tables.ts";
import { now } from "#worker/lib/clock.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { deliver } from "./deliver.ts";
import { isCrawler } from "./describe-client.ts";
import { prepareRecord, type RequestFacts } from "./prepare-record.ts";

/**
 * Takes a visitor's record; it is stored within a second or two, once however often it comes. A crawler's is counted
 * as dropped instead.
 * @throws {InvalidInputError} when its clock is a day out or it names pages of another site.
 * @throws {UnavailableError} when it could be put nowhere.
 */
export async function collectRecord(record: VisitorRecord, request: Request, scope: RequestScope): Promise<void> {
  const facts = readFacts(request, scope.env.SITE_ORIGIN);
  if (isCrawler(facts.userAgent) || isCrawler(record.user_agent)) countDrop("bot", scope);
  else await deliver(await prepareRecord(record, facts), scope);
}

/** Erases what is stored of a visitor, and of records still on their way. Unknown ids are erased likewise. */
export async function eraseVisitor(visitorId: string, scope: RequestScope): Promise<void> {
  await deliver({ kind: "erasure", visitor_id: visitorId, erased_at: now() }, scope);
}

/** Counts a record that is not stored, after the response; a count that fails to be stored is logged alone. */
export function countDrop(reason: DropReason, scope: RequestScope): void {
  const message = { kind: "dropped", drop_id: newId(), dropped_at: now(), reason } as const;
  scope.ctx.waitUntil(deliver(message, scope).catch(() => undefined));
}

function readFacts(request: Request, siteOrigin: string): RequestFacts {
  const country = request.cf?.country;
  return {
    receivedAt: now(),
    origins: [siteOrigin, new URL(request.url).origin],
    userAgent: (request.headers.get("User-Agent") ?? "").slice(0, 1024),
    country: typeof country === "string" && /^[A-Z0-9]{2}$/.test(country) ? country : null,
    gpc: request.headers.get("Sec-GPC") === "1",
  };
}

/**
 * What a rejection takes: nothing of the visitor stays on the device, and the server erases what it has and keeps the
 * proof that was asked. What the server has not confirmed of this waits under `withdrawal`.
 */
import {
  bannerVersion,
  consentKey,
  dateKey,
  trackedKeys,
  visitorKey,
  withdrawalKey,
} from "#shared/analytics/consent.ts";
import { day } from "#shared/dates/durations.ts";
import type { VisitorData } from "#shared/analytics/visitor-record.ts";
import { buildVisitor, toRecord } from "./choice-record.ts";
import { reportFailure } from "./report-failure.ts";
import { post, read, store } from "./device-data.ts";

/**
 * `id` is a number for the record of this choice alone, `visitor` that of the visitor to erase, until the server has confirmed
 * it; `at` is ISO 8601.
 */
export interface Withdrawal {
  id?: string | undefined;
  visitor?: string | undefined;
  at: string;
  version: string;
}

/** Milliseconds: until what failed is sent again, and until an answer is no longer awaited. */
export const retryDelay = 60_000;
const answerLimit = 20_000;
/** Milliseconds after the choice for which its record is sent again: a blocker may never let it through. */
const proofLimit = 7 * day;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Deletes what is stored of a visitor who accepted. */
export function erase(): void {
  for (const key of trackedKeys) localStorage.removeItem(key);
}

/**
 * Carries out a rejection, if it was chosen, and reports it to the server with whatever the server has not confirmed
 * before: one tab after the other, again in a minute and when the network is back. True once
 * the server has nothing to erase any more.
 */
export async function withdraw(): Promise<boolean> {
  const waiting = read<Withdrawal[]>(withdrawalKey);
  const visitor = read<VisitorData>(visitorKey)?.visitId;
  const at: string = localStorage[dateKey];
  if (localStorage[consentKey] === "rejected" && (waiting || visitor) && !waiting?.some((one) => one.at === at)) {
    erase();
    store(withdrawalKey, [...(waiting ?? []), { id: crypto.randomUUID(), visitor, at, version: bannerVersion }]);
  }
  return !localStorage[withdrawalKey] || navigator.locks.request(withdrawalKey, tell);
}

async function tell(): Promise<boolean> {
  const before = read<Withdrawal[]>(withdrawalKey) ?? [];
  const left = await Promise.all(before.map(tellOne));
  // Another tab may have added one meanwhile.
  const waiting = [...left, ...(read<Withdrawal[]>(withdrawalKey) ?? []).slice(before.length)];
  if (!waiting.some(({ id, visitor }) => id || visitor)) {
    localStorage.removeItem(withdrawalKey);
    return true;
  }
  // With those that are done: `withdraw` recognises by their times the choices that it has sent.
  store(withdrawalKey, waiting);
  clearTimeout(timer);
  timer = setTimeout(retry, retryDelay);
  addEventListener("online", retry, { once: true });
  return !waiting.some(({ visitor }) => visitor);
}

/** As `withdraw`, for whoever does not ask what became of it. */
export function retry(): void {
  withdraw().catch(reportFailure);
}

/** Sends what the server may get any number of times: the proof of the choice, and the erasure. What is left of it. */
async function tellOne({ id, visitor, at, version }: Withdrawal): Promise<Withdrawal> {
  const choice = { consent_status: "rejected", chosen_at: at, banner_version: version } as const;
  const record = id && toRecord({ ...buildVisitor(), visitId: id }, { ...choice, page_views: [] });
  const signal = AbortSignal.timeout(answerLimit);
  const [isProven, isErased] = await Promise.all([
    record && post("/api/store-visitor-analytics", record, signal).then(isFinal),
    visitor && post("/api/erase-visitor-data", { visitor_id: visitor }, signal).then(isFinal),
  ]);
  const isPast = Date.now() - Date.parse(at) > proofLimit;
  return { id: isProven || isPast ? undefined : id, visitor: isErased ? undefined : visitor, at, version };
}

/** True of the server's own answers: it has taken it, or never will. Whatever stands before it may refuse for other reasons. */
function isFinal(status: number | false): boolean {
  return status === 204 || status === 400;
}

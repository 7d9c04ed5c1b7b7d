/**
 * What a rejection takes: nothing of the visitor stays on the device, and the server erases what it has and keeps the
 * proof that was asked. Until the server has confirmed both, what it has to be told waits under `withdrawal`.
 */
import { bannerVersion, consentKey, dateKey, trackedKeys, visitorKey, withdrawalKey } from "../shared/consent.ts";
import type { VisitorData } from "../shared/visitor-record.ts";
import { buildVisitor, toRecord } from "./choice-record.ts";
import { reportFailure } from "./consent-choice.ts";
import { post, read, store } from "./device-data.ts";

/** `id` is a number for the record of this choice alone, `visitor` that of the visitor to erase, `at` ISO 8601. */
interface Withdrawal {
  id: string;
  visitor?: string | undefined;
  at: string;
  version: string;
}

/** Milliseconds: until what failed is sent again, and until an answer is no longer awaited. */
export const retryDelay = 60_000;
const answerLimit = 20_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Deletes what is stored of a visitor who accepted. */
export function erase(): void {
  for (const key of trackedKeys) localStorage.removeItem(key);
}

/**
 * Does what the choice to reject takes, if it was made, and tells the server of it and of whatever it has not confirmed
 * before: one tab after the other, again in a minute and when the network is back. True once nothing waits any more.
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
  const told = read<Withdrawal[]>(withdrawalKey) ?? [];
  const answers = await Promise.all(told.flatMap(tellOne));
  if (answers.every(Boolean)) {
    // Another tab may have added one meanwhile.
    const waiting = read<Withdrawal[]>(withdrawalKey)?.slice(told.length);
    if (!waiting?.length) {
      localStorage.removeItem(withdrawalKey);
      return true;
    }
    store(withdrawalKey, waiting);
  }
  clearTimeout(timer);
  timer = setTimeout(retry, retryDelay);
  addEventListener("online", retry, { once: true });
  return false;
}

/** As `withdraw`, for whoever does not ask what became of it. */
export function retry(): void {
  withdraw().catch(reportFailure);
}

/** Sends what the server may get any number of times: the proof of the choice, and the erasure. */
function tellOne({ id, visitor, at, version }: Withdrawal): Promise<boolean>[] {
  const choice = { consent_status: "rejected", chosen_at: at, banner_version: version } as const;
  const record = toRecord({ ...buildVisitor(), visitId: id }, { ...choice, page_views: [] });
  const signal = AbortSignal.timeout(answerLimit);
  const sent = [post("/api/store-visitor-analytics", record, signal)];
  if (visitor) sent.push(post("/api/erase-visitor-data", { visitor_id: visitor }, signal));
  return sent;
}

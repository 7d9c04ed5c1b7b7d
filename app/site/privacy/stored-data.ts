import { storeChoice } from "#app/client/store-choice.ts";
import { type Withdrawal, withdraw } from "#app/client/withdraw.ts";
import { consentKey, dateKey, trackedKeys, visitorKey, withdrawalKey } from "#shared/analytics/consent.ts";
import type { VisitorData } from "#shared/analytics/visitor-record.ts";
import { sendJson } from "#app/ui/send-json.ts";

/** What the server has of a visit; instants are ISO 8601. */
export interface StoredVisit {
  started_at: string;
  /** `name`: "view", or that of another event. */
  events: { path: string | null; name: string }[];
}

/** `note` says which visits are elsewhere. */
interface ServerData {
  note: string;
  visits: StoredVisit[];
}

/**
 * `device`: what is stored here, by its keys. `isErasing`: the server has not confirmed an erasure yet. `server`: null when this
 * device has no number to ask with.
 */
export interface StoredData {
  device: Record<string, unknown>;
  isErasing: boolean;
  server: ServerData | null;
}

/** What is stored about this visitor, on the device and by the server; or why it could not be read. */
export async function readStored(): Promise<StoredData | { problem: string }> {
  const device: Record<string, unknown> = {};
  for (const key of [consentKey, dateKey, ...trackedKeys, withdrawalKey]) {
    const text = localStorage.getItem(key);
    if (text !== null) device[key] = parse(text);
  }
  const visitor_id = readNumber();
  const withdrawals = device[withdrawalKey] as Withdrawal[] | undefined;
  const isErasing = withdrawals?.some?.(({ visitor }) => visitor) ?? false;
  if (visitor_id === undefined) return { device, isErasing, server: null };
  const sent = await sendJson<ServerData>("/api/export-visitor-data", { visitor_id });
  return sent.kind === "done" ? { device, isErasing, server: sent.body } : { problem: describe(sent.refusal.problems) };
}

/**
 * Rejects: erases what is stored here, and asks the server to do the same. False while the server could not be reached: then
 * the request is stored here and repeated.
 * @throws {DOMException} when the storage is blocked.
 */
export function eraseStored(): Promise<boolean> {
  storeChoice("rejected");
  return withdraw();
}

/** The random number under which the server keeps the visits of this device. */
function readNumber(): string | undefined {
  return (parse(localStorage.getItem(visitorKey) ?? "null") as VisitorData | null)?.visitId;
}

function describe(problems: readonly { message: string }[]): string {
  return problems.map(({ message }) => message).join(" ") || "The site could not do that now. Please try again.";
}

/** The storage may hold anything under our keys. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import {
  consentedPath,
  consentKey,
  dateKey,
  eventsKey,
  sessionKey,
  viewsKey,
  visitKey,
  visitorKey,
} from "#app/shared/consent.ts";
import type { VisitorData } from "#app/shared/visitor-record.ts";
import { sendJson } from "#app/ui/send-json.ts";

const counted = [visitorKey, sessionKey, visitKey, viewsKey, eventsKey];

/** What the server has of a visit; instants are ISO 8601. */
export interface StoredVisit {
  started_at: string;
  /** `name`: "view", or that of another event. */
  events: { path: string | null; name: string }[];
}

interface ServerData {
  visits: StoredVisit[];
}

/** `device`: what is stored here, by its keys. `server`: null when this device has no number to ask with. */
export interface StoredData {
  device: Record<string, unknown>;
  server: ServerData | null;
}

/** What is stored about this visitor, on the device and by the server; or why it could not be read. */
export async function readStored(): Promise<StoredData | { problem: string }> {
  const device: Record<string, unknown> = {};
  for (const key of [consentKey, dateKey, ...counted]) {
    const text = localStorage.getItem(key);
    if (text !== null) device[key] = parse(text);
  }
  const visitor_id = readNumber();
  if (visitor_id === undefined) return { device, server: null };
  const sent = await sendJson<ServerData>("/api/export-visitor-data", { visitor_id });
  return sent.kind === "done" ? { device, server: sent.body } : { problem: describe(sent.refusal.problems) };
}

/** Erases it on the server, then here, and ends the counting. Returns what went wrong; then nothing is changed here. */
export async function eraseStored(): Promise<string | undefined> {
  const visitor_id = readNumber();
  if (visitor_id !== undefined) {
    const sent = await sendJson("/api/erase-visitor-data", { visitor_id });
    if (sent.kind === "refused") return describe(sent.refusal.problems);
  }
  const chosenAt = new Date().toISOString();
  for (const key of counted) localStorage.removeItem(key);
  localStorage.setItem(consentKey, "rejected");
  localStorage.setItem(dateKey, chosenAt);
  const script: Promise<typeof import("#app/inline/later/consented.ts")> = import(/* @vite-ignore */ consentedPath);
  // Without a network the choice holds all the same.
  void script.then(({ apply }) => apply("rejected", chosenAt)).catch(() => {});
  return undefined;
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

/**
 * What follows a choice: the record that is sent, and the tracker of visitors who accepted. The inline script fetches
 * this file when there is a choice to act upon, never before.
 */
import {
  type Choice,
  bannerVersion,
  dateKey,
  eventsKey,
  pageViewCap,
  readChoice,
  reportFailure,
  sentViewCap,
  sessionGap,
  sessionKey,
  userEventCap,
  viewsKey,
  visitorKey,
} from "../../shared/consent.ts";
import type { PageView, SessionData, UserEvent, VisitorData, VisitorRecord } from "../../shared/visitor-record.ts";

/** Acts upon a choice just made; `known` is the visitor data that the device held until then, as it was stored. */
export function settle(choice: Choice, chosenAt: string, known?: string): void {
  if (choice === "accepted") return track();
  const visitor = parse<VisitorData>(known);
  if (visitor) post("/api/erase-visitor-data", { visitor_id: visitor.visitId });
  // A number for this one record: it is not kept on the device.
  post("/api/store-visitor-analytics", toRecord(describeVisitor(), choice, chosenAt, []));
}

/** Counts a view of this page, on the device and on the server, if the visitor accepted. */
export function track(): void {
  attempt(() => {
    const visitor = read<VisitorData>(visitorKey) ?? describeVisitor();
    const session = read<SessionData>(sessionKey);
    const timestamp = readTime();
    const sameSession = session && Date.parse(timestamp) - Date.parse(session.lastActivity) < sessionGap;
    store(visitorKey, visitor);
    store(sessionKey, { lastActivity: timestamp, pageCount: sameSession ? session.pageCount + 1 : 1 });
    const views = append<PageView>(viewsKey, { url: location.pathname, timestamp, title: document.title }, pageViewCap);
    const chosenAt: string = localStorage[dateKey];
    post("/api/store-visitor-analytics", toRecord(visitor, "accepted", chosenAt, views.slice(-sentViewCap)));
  });
}

/** Says in the reopened banner which choice is in force, and since when. */
export function describe(banner: HTMLElement): void {
  const line = banner.querySelector('[role="status"]');
  const choice = readChoice();
  if (!line || !choice) return;
  const day = new Date(localStorage[dateKey]).toLocaleDateString("en-GB", { dateStyle: "long" });
  line.textContent = `Your choice since ${day}: ${choice}.`;
}

// Named elements and links that lead away.
document.addEventListener("click", ({ target }) => {
  const element = (target as Element).closest<HTMLElement>("[data-event],a[href]");
  if (!element) return;
  const link = element instanceof HTMLAnchorElement ? element : undefined;
  const leaves = link?.host && link.host !== location.host;
  const name = element.dataset.event ?? (leaves ? "outbound" : undefined);
  if (!name) return;
  const data = leaves ? link.origin + link.pathname : (element.dataset.eventData ?? "");
  attempt(() =>
    append<UserEvent>(eventsKey, { name, data, timestamp: readTime(), url: location.pathname }, userEventCap),
  );
});

/** Runs `write` if the visitor accepted; a device that cannot store is reported and nothing more. */
function attempt(write: () => void) {
  if (readChoice() !== "accepted") return;
  try {
    write();
  } catch (error) {
    reportFailure(error);
  }
}

function describeVisitor(): VisitorData {
  return {
    visitId: crypto.randomUUID(),
    firstVisit: readTime(),
    userAgent: navigator.userAgent,
    referrer: document.referrer || "direct",
    language: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

function toRecord(visitor: VisitorData, status: Choice, chosenAt: string, views: PageView[]): VisitorRecord {
  return {
    visitor_id: visitor.visitId,
    consent_status: status,
    first_visit: visitor.firstVisit,
    user_agent: visitor.userAgent,
    referrer: visitor.referrer,
    language: visitor.language,
    timezone: visitor.timezone,
    page_views: views,
    chosen_at: chosenAt,
    banner_version: bannerVersion,
  };
}

function post(path: string, body: object) {
  fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  })
    .then((response) => {
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    })
    .catch(reportFailure);
}

function readTime(): string {
  return new Date().toISOString();
}

function read<Value>(key: string): Value | undefined {
  return parse<Value>(localStorage[key]);
}

function store(key: string, value: unknown) {
  localStorage[key] = JSON.stringify(value);
}

function append<Entry>(key: string, entry: Entry, cap: number): Entry[] {
  const list = read<Entry[]>(key);
  const next = [...(Array.isArray(list) ? list : []), entry].slice(-cap);
  store(key, next);
  return next;
}

/** The device may hold anything under our keys; what is no JSON counts as missing. */
function parse<Value>(text: string | undefined): Value | undefined {
  try {
    return JSON.parse(text ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

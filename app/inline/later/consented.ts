/**
 * Runs after a choice: sends the record of it, and counts views of visitors who accepted. The inline script fetches
 * this file only when there is a choice to act upon.
 */
import { readChoice, reportFailure } from "../../client/consent-choice.ts";
import {
  type Choice,
  bannerVersion,
  dateKey,
  eventsKey,
  pageViewCap,
  sentViewCap,
  sessionGap,
  sessionKey,
  userEventCap,
  viewsKey,
  visitorKey,
} from "../../shared/consent.ts";
import type { UserEventName } from "../../shared/user-events.ts";
import type { PageView, SessionData, UserEvent, VisitorData, VisitorRecord } from "../../shared/visitor-record.ts";

/**
 * Applies a choice that was just made: counts this view, or erases what is stored and sends the rejection. `known` is
 * the visitor data that the device has stored until now.
 */
export function apply(choice: Choice, chosenAt: string, known?: string): void {
  if (choice === "accepted") return track();
  const visitor = parse<VisitorData>(known);
  if (visitor) post("/api/erase-visitor-data", { visitor_id: visitor.visitId });
  // An id for this one record: it is not stored on the device.
  post("/api/store-visitor-analytics", toRecord(buildVisitor(), choice, chosenAt, []));
}

/** Counts a view of this page, on the device and on the server, if the visitor accepted. */
export function track(): void {
  attempt(() => {
    const visitor = read<VisitorData>(visitorKey) ?? buildVisitor();
    const session = read<SessionData>(sessionKey);
    const timestamp = readTime();
    const sameSession = session && Date.parse(timestamp) - Date.parse(session.lastActivity) < sessionGap;
    store(visitorKey, visitor);
    store(sessionKey, { lastActivity: timestamp, pageCount: sameSession ? session.pageCount + 1 : 1 });
    const views = append<PageView>(viewsKey, { url: location.pathname, timestamp, title: document.title }, pageViewCap);
    const chosenAt: string = localStorage[dateKey];
    post("/api/store-visitor-analytics", toRecord(visitor, "accepted", chosenAt, views.slice(-sentViewCap)));
    noteSent();
  });
  started = undefined;
}

/** Shows in the reopened banner which choice is in force, and since when. */
export function showChoice(banner: HTMLElement): void {
  const line = banner.querySelector('[role="status"]');
  const choice = readChoice();
  if (!line || !choice) return;
  const day = new Date(localStorage[dateKey]).toLocaleDateString("en-GB", { dateStyle: "long" });
  line.textContent = `Your choice since ${day}: ${choice}.`;
}

/** Name of the form in which the visitor has typed on this page. */
let started: string | undefined;

// The listeners are on the window, so that elements count that React has not hydrated yet, from which
// client/hold-events.ts keeps events. The event names are in shared/user-events.ts.
addEventListener("click", onClick, true);
addEventListener("input", onInput, true);

function onClick({ target }: Event) {
  const control = (target as Element).closest<HTMLElement>("a[href],button,summary");
  if (!control) return;
  const marked = control.closest<HTMLElement>("[data-event]");
  const link = control instanceof HTMLAnchorElement ? control : undefined;
  const leaves = link?.host && link.host !== location.host;
  const name = marked?.dataset.event ?? (link && linkEventName(link)) ?? (leaves ? "outbound" : undefined);
  if (!name) return;
  const path = link && (leaves ? link.origin + link.pathname : link.pathname);
  note(name as UserEventName, marked?.dataset.eventData ?? (path || readControlName(control)));
}

function onInput({ target }: Event) {
  const form = (target as Element).closest<HTMLElement>("[data-event-form]")?.dataset.eventForm;
  if (!form || form === started) return;
  started = form;
  note("form-start", form);
}

function linkEventName(link: HTMLAnchorElement): UserEventName | undefined {
  if (link.protocol === "mailto:") return "mailto";
  return link.hasAttribute("download") ? "download" : undefined;
}

function readControlName(control: HTMLElement): string {
  return (control.ariaLabel ?? control.textContent).trim().slice(0, 80);
}

/** Counts a form as sent once: a confirmation page that is opened again does not count again. */
function noteSent() {
  const form = document.querySelector<HTMLElement>("[data-event-sent]")?.dataset.eventSent;
  if (!form) return;
  const known = read<UserEvent[]>(eventsKey);
  const last = Array.isArray(known) && known.findLast(({ name, data }) => name.startsWith("form-") && data === form);
  if (!last || last.name === "form-start") note("form-sent", form);
}

function note(name: UserEventName, data: string) {
  attempt(() =>
    append<UserEvent>(eventsKey, { name, data, timestamp: readTime(), url: location.pathname }, userEventCap),
  );
}

/** Runs `write` if the visitor accepted. If the device cannot store, that is reported and the page goes on. */
function attempt(write: () => void) {
  if (readChoice() !== "accepted") return;
  try {
    write();
  } catch (error) {
    reportFailure(error);
  }
}

function buildVisitor(): VisitorData {
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

/** The storage may hold anything under our keys. What is not JSON counts as missing. */
function parse<Value>(text: string | undefined): Value | undefined {
  try {
    return JSON.parse(text ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

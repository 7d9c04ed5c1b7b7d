/**
 * Runs after a choice: sends the record of it, and counts what visitors do who accepted. The inline script fetches
 * this file only when there is a choice to act upon.
 */
import { readChoice } from "../../client/consent-choice.ts";
import {
  bannerVersion,
  type Choice,
  dateKey,
  pageViewCap,
  sentViewCap,
  sessionGap,
  sessionKey,
  storedPath,
  viewsKey,
  visitorKey,
} from "../../shared/consent.ts";
import type { PageView, SessionData, VisitorData, VisitorRecord } from "../../shared/visitor-record.ts";
import { append, attempt, parse, post, read, readTime, store } from "./device.ts";
import { noteSearch, notePage, onClick, onFocus, onInput } from "./events.ts";
import { noteInput, noteScroll, noteShown } from "./page-use.ts";
import { beginPage, endPage, leavePage, onFormData, onPageView, page, send } from "./views.ts";
import { change, settle } from "./visit.ts";

/**
 * Applies a choice that was just made: counts this view, or erases what is stored and sends the rejection. `known` is
 * the visitor data that the device has stored until now.
 */
export function apply(choice: Choice, chosenAt: string, known?: string): void {
  if (choice === "accepted") return track();
  const visitor = parse<VisitorData>(known);
  if (visitor) void post("/api/erase-visitor-data", { visitor_id: visitor.visitId });
  // An id for this one record: it is not stored on the device.
  void post("/api/store-visitor-analytics", toRecord(buildVisitor(), choice, chosenAt, []));
}

/** The page that was counted last in this document. */
let before: string | undefined;

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
    beginPage((data, visit_id) => {
      if (data.told === chosenAt) return;
      const record = toRecord(visitor, "accepted", chosenAt, views.slice(-sentViewCap));
      // One that does not arrive is sent with the next view.
      void post("/api/store-visitor-analytics", { ...record, visit_id }).then(
        (isDone) => isDone && change((stored) => (stored.told = chosenAt)),
      );
    });
    notePage(before);
    before = location.pathname;
  });
}

/** Shows in the reopened banner which choice is in force, and since when. */
export function showChoice(banner: HTMLElement): void {
  const line = banner.querySelector('[role="status"]') as (ParentNode & Node) | null;
  const choice = readChoice();
  if (!line || !choice) return;
  const day = new Date(localStorage[dateKey]).toLocaleDateString("en-GB", { dateStyle: "long" });
  const link = Object.assign(document.createElement("a"), { href: storedPath, textContent: "See what is stored" });
  line.replaceChildren(`Your choice since ${day}: ${choice}. `, link);
}

/** Milliseconds after which what an active visitor does is stored, should the page end without notice. */
const noteEvery = 60_000;
let notedAt = 0;

function onActivity({ type }: Event) {
  if (type === "scroll") noteScroll();
  if (noteInput() && page) return track();
  if (Date.now() - notedAt < noteEvery) return;
  notedAt = Date.now();
  leavePage(false);
}

/** When a navigation to another document of this site began: its view tells how this page was left. */
let goesOnAt = 0;

// The listeners are on the window, so that elements count that React has not hydrated yet, from which
// client/hold-events.ts keeps events.
for (const name of ["pointerdown", "pointermove", "keydown", "scroll"])
  addEventListener(name, onActivity, { capture: true, passive: true });
addEventListener("click", onClick, true);
addEventListener("input", onInput, true);
addEventListener("focusin", onFocus, true);
addEventListener("formdata", onFormData);
addEventListener("page-view", onPageView);
addEventListener("page-address", noteSearch);
addEventListener("online", send);
document.addEventListener("visibilitychange", (event) => {
  const { hidden } = document;
  noteShown(!hidden);
  if (!hidden) onActivity(event);
  else leavePage(true);
});
// The browser may show this document again, after others: then it begins a view ("pageshow" in ../consent.ts).
addEventListener("pagehide", () => {
  endPage(Date.now() - goesOnAt > 10_000);
  settle();
});
(window as Partial<Pick<Window, "navigation">>).navigation?.addEventListener(
  "navigate",
  ({ destination, downloadRequest }) => {
    const isOurs = destination.url.startsWith(`${location.origin}/`);
    if (!destination.sameDocument) goesOnAt = isOurs && downloadRequest === null ? Date.now() : 0;
  },
);

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

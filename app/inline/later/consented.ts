/**
 * Counts what visitors do who accepted, and sends the record of that choice. The inline script fetches this file only where
 * somebody did.
 */
import { buildVisitor, toRecord } from "../../client/choice-record.ts";
import { reportFailure } from "../../client/report-failure.ts";
import { post, read, readTime, store } from "../../client/device-data.ts";
import {
  bannerVersion,
  choicePath,
  dateKey,
  pageViewCap,
  sentViewCap,
  sessionGap,
  sessionKey,
  viewsKey,
  visitorKey,
} from "#shared/analytics/consent.ts";
import type { PageView, SessionData, VisitorData } from "#shared/analytics/visitor-record.ts";
import { append, attempt } from "./device.ts";
import { noteSearch, notePage, onClick, onFocus, onInput } from "./events.ts";
import { noteEvery } from "./limits.ts";
import { noteInput, noteScroll, noteShown } from "./page-use.ts";
import { beginPage, endPage, leavePage, onFormData, onPageView, page, send } from "./views.ts";
import { change, settle } from "./visit.ts";

/** The page that was counted last in this document. */
let before: string | undefined;

/** Counts a view of this page, on the device and on the server, if the visitor accepted. */
export function track(): void {
  // Whoever is signed in works here.
  if (document.cookie.includes("signed-in=1")) return;
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
      const choice = { consent_status: "accepted", chosen_at: chosenAt, banner_version: bannerVersion } as const;
      const record = toRecord(visitor, { ...choice, page_views: views.slice(-sentViewCap) });
      // One that does not arrive is sent with the next view.
      void post("/api/store-visitor-analytics", { ...record, visit_id }).then(
        (status) => status && change((stored) => (stored.told = chosenAt)),
      );
    });
    notePage(before);
    before = location.pathname;
  });
}

// Whoever withdraws may have no network then.
import(/* @vite-ignore */ choicePath).catch(reportFailure);

let notedAt = 0;

function onActivity({ type }: Event) {
  if (type === "scroll") noteScroll();
  if (noteInput() && page) return track();
  if (Date.now() - notedAt < noteEvery) return;
  notedAt = Date.now();
  leavePage(false);
}

/** When a navigation to another document of this site began: its view reports how this page was left. */
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

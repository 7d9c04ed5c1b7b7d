/** Counts views and events of this tab, and sends them. */
import { post, read } from "../../client/device-data.ts";
import { retryDelay } from "../../client/withdraw.ts";
import { bannerId, visitorKey } from "#shared/analytics/consent.ts";
import type { VisitEvent } from "#shared/analytics/visit-events.ts";
import type { VisitorData } from "#shared/analytics/visitor-record.ts";
import { attempt } from "./device.ts";
import { answerLimit, longestPath, longestVisit, sendDelay } from "./limits.ts";
import { beginUse, takeUse } from "./page-use.ts";
import { addEvent, addView, change, hasView, tell, type VisitData } from "./visit.ts";

/** The page that this tab shows. `visit`: the id of its visit, once its view has the number `seq` there. */
export let page: { path: string; seq: number; visit?: string } | undefined;

/** Counts a view of the page that is shown. `withVisit` gets what is stored and the visit's id. */
export function beginPage(withVisit: (data: VisitData, id: string) => void): void {
  leavePage(false);
  const shown: typeof page = (page = { path: location.pathname.slice(0, longestPath), seq: 0 });
  beginUse(hasView);
  change((data) => {
    const { id, seq } = addView(data, shown.path);
    withVisit(data, (shown.visit = id));
    shown.seq = seq;
  });
  plan(sendDelay);
}

/** Stores how the page was used until now. `isLeft`: nobody looks at it any more, which is sent. */
export function leavePage(isLeft: boolean): void {
  const left = page;
  if (!left) return;
  const { vitals, ...use } = takeUse();
  change((data) => {
    const { visit } = data;
    // Another tab may have begun another visit since.
    if (!visit || visit.id !== left.visit) return;
    visit.last = Math.max(visit.last, use.until);
    if (visit.vitals[left.seq] !== null) visit.vitals[left.seq] = { path: left.path, vitals };
    // Of two tabs, the one that is left last says how far it was read; the time of both counts.
    visit.use = { ...use, path: left.path, seq: left.seq, engaged: use.engaged + (visit.use?.engaged ?? 0) };
    if (isLeft) tell(data, visit);
  });
  if (isLeft) send();
}

/** Ends the page where no public one follows it: pages without the banner are those of staff. */
export function onPageView(): void {
  if (!document.getElementById(bannerId)) endPage(true);
}

/** Nothing is counted from now on, until a page begins. `isLeft`: as for `leavePage`. */
export function endPage(isLeft: boolean): void {
  leavePage(isLeft);
  page = undefined;
}

/** A form with a ticket carries the visit in which it is sent, so that the server can say where it came from. */
export function onFormData({ formData }: FormDataEvent): void {
  attempt(() => formData.has("ticket") && formData.set("visit", page?.visit ?? ""));
}

/** Properties of an event, other than its name and `data`. */
export type EventDetails = Pick<VisitEvent, "amount" | "props">;

/** Counts an event on the page that is shown. False when none is counted there. */
export function sendEvent(fields: { name: string; data: string } & EventDetails): boolean {
  if (!page) return false;
  const event = { ...fields, path: page.path, data: fields.data.slice(0, longestPath) };
  change((stored) => addEvent(stored, event));
  plan(sendDelay);
  return true;
}

let timer: ReturnType<typeof setTimeout> | undefined;

function plan(delay: number): void {
  timer ??= setTimeout(() => {
    // Should the page crash, it has been used so far.
    leavePage(false);
    send();
  }, delay);
}

/** Sends what waits. What is not confirmed is sent again later; the server counts it once. */
export function send(): void {
  clearTimeout(timer);
  timer = undefined;
  change((data) => {
    const now = Date.now();
    const visitor_id = read<VisitorData>(visitorKey)?.visitId;
    data.waiting = data.waiting.filter(({ start }) => now - start < longestVisit);
    if (visitor_id)
      data.waiting.forEach((message, index) => {
        const { sent, start: _, ...body } = message;
        if (Math.abs(now - sent) < answerLimit) return plan(answerLimit);
        const at = (message.sent = now + index);
        void post("/api/collect", { visitor_id, ...body }).then((status) => settleMessage(at, status));
      });
  });
}

/** Forgets the message that was sent at `at`, or keeps it for later when the server could not take it (false). */
function settleMessage(at: number, status: number | false): void {
  change((data) => {
    if (status) data.waiting = data.waiting.filter(({ sent }) => sent !== at);
    else for (const message of data.waiting) if (message.sent === at) message.sent = 0;
  });
  if (!status) plan(retryDelay);
}

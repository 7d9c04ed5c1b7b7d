/**
 * The visit under `visit-data`, which all tabs share, and what of it still has to be sent. Numbers within a visit are
 * taken under a lock, so that no two events have the same one.
 */
import { language, timezone } from "../../client/choice-record.ts";
import { reportFailure } from "../../client/report-failure.ts";
import { read, store } from "../../client/device-data.ts";
import { sessionGap, visitKey } from "#shared/analytics/consent.ts";
import type { PageLeft, VisitEvent, VisitMessage, WebVitals } from "#shared/analytics/visit-events.ts";
import { arrival, attempt, readReferrer } from "./device.ts";
import { eventsPerMessage, eventsPerVisit, longestTitle, longestVisit, mostWaiting } from "./limits.ts";

/** How the page at `path` was used, whose view is `seq`. `until`: the epoch millisecond up to which somebody was there. */
export interface PageUse extends Omit<PageLeft, "at" | "vitals"> {
  path: string;
  until: number;
}

interface Visit {
  id: string;
  /** Epoch milliseconds of its start and of the last sign of the visitor. */
  start: number;
  last: number;
  /** Number of the last event. */
  seq: number;
  came: VisitMessage["came"];
  /** The last view. */
  page?: { seq: number; path: string };
  /** How pages were used since the last view, for the next view to report. */
  use?: PageUse;
  /** Vitals of pages by the number of their view; null once they are reported. */
  vitals: Record<number, { path: string; vitals: WebVitals } | null>;
}

/**
 * A message that the server has not confirmed. `start` is that of its visit; `sent` is when it was sent, unique in the
 * list, and 0 while it is not being sent. Both are epoch milliseconds.
 */
type Waiting = Omit<VisitMessage, "visitor_id"> & { start: number; sent: number };

export interface VisitData {
  visit?: Visit;
  waiting: Waiting[];
  /** Date of the choice whose record the server has confirmed. */
  told?: string;
}

type NewEvent = Omit<VisitEvent, "seq" | "at">;
type Task = (data: VisitData) => void;
let tasks: Task[] = [];

/** Changes what is stored, one tab after the other. */
export function change(task: Task): void {
  tasks.push(task);
  navigator.locks.request(visitKey, settle).catch(reportFailure);
}

/** Does at once what still has to be done: a page that is left cannot wait. */
export function settle(): void {
  const due = tasks;
  tasks = [];
  if (due.length > 0)
    attempt(() => {
      const found = read<VisitData>(visitKey);
      const data = Array.isArray(found?.waiting) ? found : { waiting: [] };
      for (const task of due) task(data);
      data.waiting = data.waiting.slice(-mostWaiting);
      store(visitKey, data);
    });
}

/** The visit that goes on, or a new one. */
function resume(data: VisitData): Visit {
  const { visit } = data;
  if (visit && isGoingOn(visit)) return visit;
  const at = Date.now();
  if (visit?.use) tell(data, visit);
  // Eleven digits until the year 2527.
  const time = `0${at.toString(16)}`;
  // A version 4 UUID with the time in its first 48 bits and another version.
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
  return (data.visit = { id, start: at, last: at, seq: 0, came: describeArrival(), vitals: {} });
}

function isGoingOn(visit: Visit): boolean {
  const now = Date.now();
  return (
    now >= visit.start &&
    now - visit.start < longestVisit &&
    Math.abs(now - visit.last) < sessionGap &&
    visit.seq < eventsPerVisit
  );
}

/** True once this document has a view: what follows on it did not come from elsewhere. */
export let hasView = false;

function describeArrival(): VisitMessage["came"] {
  const from = readReferrer();
  const query = hasView ? undefined : URL.parse(arrival?.name ?? location.href)?.searchParams;
  // Names of parameters alone: of those that networks add to advertisements the server needs no more.
  const came: Record<string, string> = { parameters: String([...(query?.keys() ?? [])]) };
  for (const name of "source medium campaign term content".split(" ")) {
    const value = query?.get(`utm_${name}`);
    if (value) came[name] = value.slice(0, 256);
  }
  const referrer = hasView || from.startsWith("/") ? "direct" : from;
  return {
    referrer,
    language,
    timezone,
    width: screen.width,
    ...came,
  };
}

/** The message that is being filled for `visit`. */
function open({ waiting }: VisitData, { id, came, start }: Visit): Waiting {
  const last = waiting.at(-1);
  if (last?.visit_id === id && !last.sent && last.events.length < eventsPerMessage) return last;
  const next = { visit_id: id, came, events: [], start, sent: 0 };
  waiting.push(next);
  return next;
}

function add(data: VisitData, visit: Visit, event: NewEvent): void {
  visit.seq += 1;
  open(data, visit).events.push({ seq: visit.seq, at: visit.last - visit.start, ...event });
}

/** Says how the last page of `visit` was left; a later message of this replaces it. */
export function tell(data: VisitData, visit: Visit): void {
  open(data, visit).left = readLeft(visit, visit.page);
  tellVitals(data, visit, visit.page?.seq);
}

/** `measured`: the page whose vitals it includes. */
function readLeft({ start, page, use, vitals }: Visit, measured = page): PageLeft | undefined {
  if (!page || !use) return undefined;
  const { until, engaged, scroll } = use;
  const at = Math.min(Math.max(0, until - start), longestVisit);
  return { seq: page.seq, at, engaged, scroll, vitals: measured && vitals[measured.seq]?.vitals };
}

/** Adds the vitals that no later view reports, such as those of a page in another tab; not those of the view `last`. */
function tellVitals(data: VisitData, visit: Visit, last?: number): void {
  for (const [seq, measured] of Object.entries(visit.vitals)) {
    if (!measured || Number(seq) === last || visit.seq >= eventsPerVisit) continue;
    add(data, visit, measured);
    visit.vitals[Number(seq)] = null;
  }
}

/** Adds a view, with how the page before it was left. */
export function addView(data: VisitData, path: string): Visit {
  const visit = resume(data);
  const { page, use } = visit;
  // Titles belong to paths: that of a search, say, holds what this visitor sought.
  const title = location.search ? undefined : document.title.slice(0, longestTitle);
  delete open(data, visit).left;
  visit.last = Date.now();
  add(data, visit, { path, title, from: use?.path ?? page?.path, left: readLeft(visit, use) });
  hasView = true;
  if (use) visit.vitals[use.seq] = null;
  tellVitals(data, visit);
  delete visit.use;
  visit.page = { seq: visit.seq, path };
  return visit;
}

/** Adds a named event. After a pause that ended the visit, the page is viewed anew. */
export function addEvent(data: VisitData, event: NewEvent): void {
  const { visit } = data;
  const own = visit && isGoingOn(visit) ? visit : addView(data, event.path);
  own.last = Date.now();
  add(data, own, event);
}

/** For how long somebody reads the page that is shown, and how far. */
import { sessionGap } from "#shared/analytics/consent.ts";
import type { WebVitals } from "#shared/analytics/visit-events.ts";
import { attention } from "./limits.ts";
import { readVitals, resetVitals } from "./vitals.ts";
import type { PageUse } from "./visit.ts";

/** Epoch milliseconds: the last input, and up to when `engaged` is counted. */
let input = Date.now();
let counted = input;
let engaged = 0;
let scroll = 0;
let isShown = !document.hidden;

/** Notes an input, or that the page is shown again. True after a pause that ended the visit: then it is used anew. */
export function noteInput(): boolean {
  count();
  const isOver = Date.now() - input >= sessionGap;
  if (!isOver) input = Date.now();
  return isOver;
}

/** The page is shown, or no longer shown. */
export function noteShown(shown: boolean): void {
  count();
  isShown = shown;
}

export function noteScroll(): void {
  const { scrollHeight } = document.documentElement;
  scroll = Math.max(scroll, Math.min(100, Math.round(((scrollY + innerHeight) / scrollHeight) * 100)));
}

/** How the page was used; the time is that since it was asked the last time. */
export function takeUse(): Omit<PageUse, "path" | "seq"> & { vitals: WebVitals } {
  count();
  const use = { until: Math.min(Date.now(), input + attention), engaged, scroll, vitals: readVitals() };
  engaged = 0;
  return use;
}

/** Another page is shown from now on. `isLater`: not the first of its document. */
export function beginUse(isLater: boolean): void {
  input = counted = Date.now();
  engaged = scroll = 0;
  if (isLater) resetVitals();
  noteScroll();
}

function count(): void {
  const now = Date.now();
  if (isShown) engaged += Math.max(0, Math.min(now, input + attention) - counted);
  counted = now;
}

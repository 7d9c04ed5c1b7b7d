/** Web vitals of the page that is shown: of a later page in the same document only those that belong to it. */
import type { WebVitals } from "#shared/analytics/visit-events.ts";
import { arrival } from "./device.ts";
import { longestShift, shiftGap } from "./limits.ts";

interface Entry extends PerformanceEntry {
  /** Of a layout shift. */
  value: number;
  hadRecentInput: boolean;
  /** Of an interaction; 0 for events that belong to none. */
  interactionId: number;
}

/** A page that nothing moves on has 0, where the browser measures that. */
const measuresShifts = PerformanceObserver.supportedEntryTypes.includes("layout-shift");
const begin = (): WebVitals => (measuresShifts ? { cls: 0 } : {});

let vitals = begin();
/** Longest duration of each interaction. */
const interactions = new Map<number, number>();
let shift = { first: 0, last: 0, sum: 0 };

/** When a page that the browser had prepared was shown. */
const shownAt = (arrival as { activationStart?: number } | undefined)?.activationStart ?? 0;
const sinceShown = (time: number) => Math.max(0, Math.round(time - shownAt));

if (arrival) vitals.ttfb = sinceShown(arrival.responseStart);
for (const type of ["paint", "largest-contentful-paint"])
  observe(type, ({ name, startTime }) => {
    if (name !== "first-paint" && !wasHidden(startTime))
      vitals[type === "paint" ? "fcp" : "lcp"] = sinceShown(startTime);
  });
observe("layout-shift", ({ startTime, value, hadRecentInput }) => {
  if (hadRecentInput) return;
  const goesOn = startTime - shift.last < shiftGap && startTime - shift.first < longestShift;
  if (!goesOn) shift = { first: startTime, last: 0, sum: 0 };
  shift.last = startTime;
  shift.sum += value;
  vitals.cls = Math.max(vitals.cls ?? 0, shift.sum);
});
for (const type of ["event", "first-input"])
  observe(type, ({ interactionId, duration }) => {
    if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  });

function observe(type: string, take: (entry: Entry) => void): void {
  const observer = new PerformanceObserver((list) => list.getEntries().forEach((entry) => take(entry as Entry)));
  observer.observe({ type, buffered: true, durationThreshold: 40 } as PerformanceObserverInit);
}

/** A page in the background is painted late, which says nothing about it. */
function wasHidden(time: number): boolean {
  return performance
    .getEntriesByType("visibility-state")
    .some(({ name, startTime }) => name === "hidden" && startTime < time);
}

/** Of the page until now. */
export function readVitals(): WebVitals {
  const count = (performance as { interactionCount?: number }).interactionCount ?? 0;
  // One long interaction in fifty is an exception.
  const inp = [...interactions.values()].toSorted((a, b) => b - a).at(count / 50);
  return { ...vitals, inp: inp && Math.round(inp) };
}

/** Another page is shown in the same document. */
export function resetVitals(): void {
  vitals = begin();
  interactions.clear();
  shift.sum = shift.last = 0;
}

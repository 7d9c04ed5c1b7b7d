import { useEffect, useState } from "react";
import { minute, second } from "#app/shared/durations.ts";
import type { OperationsView } from "./operations-view.ts";
import { page } from "./page.ts";

const pause = 8 * second;
/** Nobody reads a page that nobody has touched for so long. */
const patience = 10 * minute;
const touches = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"] as const;

/** How everything runs, read again every few seconds while the page is in sight and in use; without script it stands still. */
export function useLive(first: OperationsView): OperationsView {
  const [latest, setLatest] = useState<OperationsView | null>(null);
  useEffect(() => watch(setLatest), []);
  return latest && latest.readAt > first.readAt ? latest : first;
}

/** Asks again and again while the document is in sight and in use. Returns what ends it. */
function watch(tell: (view: OperationsView) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touchedAt = Date.now();

  async function ask() {
    if (document.visibilityState === "visible" && Date.now() - touchedAt < patience)
      try {
        const response = await fetch(`${page.path}/now`, { signal });
        if (response.ok && !response.redirected) tell((await response.json()) as OperationsView);
      } catch {
        // Without an answer the last one stays.
      }
    if (!signal.aborted) timer = setTimeout(() => void ask(), pause);
  }

  timer = setTimeout(() => void ask(), pause);
  for (const touch of touches)
    document.addEventListener(touch, () => (touchedAt = Date.now()), { signal, passive: true });
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}

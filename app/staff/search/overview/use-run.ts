import { useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { queryClient } from "#app/client/query-client.client.ts";
import { minute, second } from "#shared/dates/durations.ts";
import { page } from "../page.ts";
import type { NowAnswer, RunView } from "./run-view.ts";

const pause = 2 * second;
/** Nobody reads a page that nobody has touched for so long. */
const patience = 10 * minute;
const touches = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"] as const;

/**
 * The present run, read again every few seconds while the page is in sight; without script it stands still. Once
 * it is over, the page is loaded again.
 */
export function useRun(first: RunView | null): RunView | null {
  const [latest, setLatest] = useState<RunView | null>(null);
  const { revalidate } = useRevalidator();
  const isRunning = first?.state === "running";
  const shown = latest?.id === first?.id && isRunning ? (latest ?? first) : first;
  const tell = useEffectEvent((run: RunView | null) => {
    setLatest(run);
    if (run?.state === "running" && run.id === first?.id) return;
    queryClient.clear();
    void revalidate();
  });
  useEffect(() => {
    if (!isRunning) return undefined;
    return watch((run) => tell(run));
  }, [isRunning]);
  return shown;
}

/** Asks again and again while the document is in sight and in use. Returns a function that ends it. */
function watch(tell: (run: RunView | null) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touchedAt = Date.now();

  async function ask() {
    const isSeen = document.visibilityState === "visible" && Date.now() - touchedAt < patience;
    if (isSeen)
      try {
        const response = await fetch(`${page.path}/now`, { signal });
        if (response.ok && !response.redirected) tell(((await response.json()) as NowAnswer).run);
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

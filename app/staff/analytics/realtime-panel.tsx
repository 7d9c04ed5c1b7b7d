import { useEffect, useState } from "react";
import { minute, second } from "#shared/dates/durations.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { page } from "./page.ts";
import type { RealtimeAnswer, RealtimeView } from "./realtime-view.ts";
import "./recipes.ts";

const pause = 8 * second;
/** Nobody reads a page that nobody has touched for so long. */
const patience = 5 * minute;
const touches = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"] as const;
const [rod, gap, height] = [6, 3, 56];

export interface Realtime extends RealtimeView {
  /** Starts to read again; null while it is read. */
  goOn: (() => void) | null;
}

/**
 * Who is there now, read again every few seconds while the page is in sight and in use; without script it stands still.
 * Null for null.
 */
export function useRealtime(first: RealtimeView | null): Realtime | null {
  const [latest, setLatest] = useState<RealtimeView | null>(null);
  const [isPaused, setPaused] = useState(false);
  const isWatched = first !== null && !isPaused;
  useEffect(() => (isWatched ? watch(setLatest, () => setPaused(true)) : undefined), [isWatched]);
  const shown = latest ?? first;
  return first && shown && { ...shown, goOn: isPaused ? () => setPaused(false) : null };
}

export function RealtimePanel({ realtime: { now, minutes, finding, pages, goOn } }: { realtime: Realtime }) {
  const most = Math.max(1, ...minutes);
  return (
    <section className="panel" aria-labelledby="realtime">
      <header>
        <h2 id="realtime">Realtime</h2>
        <small>views in 30 minutes</small>
      </header>
      <div className="realtime: flex gap-14px items-end mb-8px [&>p]:flex-none [&>p]:text-ink-2 [&>p]:text-13 [&_b]:block [&_b]:text-ink [&_b]:type-600-36/1-display [&_b]:[letter-spacing:-0.02em] [&_rect]:fill-c1 [&_rect[data-none]]:fill-surface-2 [&_rect[data-last]:not([data-none])]:fill-accent forced:[&_rect]:[fill:CanvasText]">
        <p>
          <b>{now}</b>
          <span>{now === "1" ? "visitor" : "visitors"} now</span>
        </p>
        <svg
          role="img"
          aria-label={finding}
          viewBox={`0 0 ${minutes.length * (rod + gap)} ${height}`}
          width="100%"
          height={height}
          preserveAspectRatio="none"
        >
          {minutes.map((views, minute) => {
            const tall = Math.max(2, (views / most) * height);
            return (
              <rect
                // oxlint-disable-next-line react/no-array-index-key -- the minutes keep their places
                key={minute}
                data-last={minute === minutes.length - 1 || undefined}
                data-none={views === 0 || undefined}
                x={minute * (rod + gap)}
                y={height - tall}
                width={rod}
                height={tall}
                rx="2"
              />
            );
          })}
        </svg>
      </div>
      <p className="panel-none">
        {pages.length === 0
          ? "No visitor who accepted is here now."
          : pages.map(({ name, visitors }) => `${visitors} on ${name}`).join(", ")}
      </p>
      <p className="realtime-pause: text-ink-2 text-13" role="status">
        {goOn && (
          <>
            Paused: nobody has used this page for some minutes.{" "}
            <Button kind="ghost" isSmall onClick={goOn}>
              Go on
            </Button>
          </>
        )}
      </p>
    </section>
  );
}

/**
 * Reads who is there, again and again while the document is in sight, until nobody has touched it for `patience`: then
 * it calls `rest` and ends. Returns a function that ends it before.
 */
function watch(tell: (found: RealtimeView) => void, rest: () => void): () => void {
  const ended = new AbortController();
  let asking: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touchedAt = Date.now();

  async function ask() {
    if (Date.now() - touchedAt > patience) return rest();
    asking = new AbortController();
    const { signal } = asking;
    let wait = pause;
    try {
      const response = await fetch(`${page.path}/now`, { signal });
      if (response.ok && !response.redirected) {
        const answer = (await response.json()) as RealtimeAnswer;
        tell(answer);
        wait = Math.min(pause, Math.max(second, answer.wait));
      }
    } catch {
      // Without an answer the last one stays.
    }
    if (!signal.aborted) timer = setTimeout(() => void ask(), wait);
  }

  function stop() {
    asking?.abort();
    clearTimeout(timer);
  }

  function noteUse() {
    touchedAt = Date.now();
  }

  function onSight() {
    stop();
    if (document.visibilityState !== "visible") return;
    noteUse();
    void ask();
  }

  const { signal } = ended;
  if (document.visibilityState === "visible") timer = setTimeout(() => void ask(), pause);
  document.addEventListener("visibilitychange", onSight, { signal });
  for (const touch of touches) document.addEventListener(touch, noteUse, { signal, passive: true });
  return () => {
    stop();
    ended.abort();
  };
}

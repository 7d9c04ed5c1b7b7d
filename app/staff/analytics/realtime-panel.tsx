import { useEffect, useState } from "react";
import { second } from "#app/shared/durations.ts";
import { page } from "./page.ts";
import type { RealtimeView } from "./realtime-view.ts";

const pause = 8 * second;
const [rod, gap, height] = [6, 3, 56];

/** Who is there now, read again every few seconds while the page is in sight; without script it stands still. */
export function useRealtime(first: RealtimeView | null): RealtimeView | null {
  const [latest, setLatest] = useState<RealtimeView | null>(null);
  const isShown = first !== null;
  useEffect(() => (isShown ? watch(setLatest) : undefined), [isShown]);
  return latest ?? first;
}

export function RealtimePanel({ realtime: { now, minutes, finding, pages } }: { realtime: RealtimeView }) {
  const most = Math.max(1, ...minutes);
  return (
    <section className="panel" aria-labelledby="realtime">
      <header>
        <h2 id="realtime">Realtime</h2>
        <small>views in 30 minutes</small>
      </header>
      <div className="realtime">
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
          ? "Nobody who accepted is here."
          : pages.map(({ name, visitors }) => `${visitors} on ${name}`).join(", ")}
      </p>
    </section>
  );
}

/** Reads who is there, again and again while the document is in sight. Returns what ends that. */
function watch(tell: (found: RealtimeView) => void): () => void {
  let asking: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask() {
    asking = new AbortController();
    const { signal } = asking;
    try {
      const response = await fetch(`${page.path}/now`, { signal });
      if (response.ok && !response.redirected) tell((await response.json()) as RealtimeView);
    } catch {
      // Without an answer the last one stays.
    }
    if (!signal.aborted) timer = setTimeout(() => void ask(), pause);
  }

  function stop() {
    asking?.abort();
    clearTimeout(timer);
  }

  function onSight() {
    stop();
    if (document.visibilityState === "visible") void ask();
  }

  if (document.visibilityState === "visible") timer = setTimeout(() => void ask(), pause);
  document.addEventListener("visibilitychange", onSight);
  return () => {
    stop();
    document.removeEventListener("visibilitychange", onSight);
  };
}

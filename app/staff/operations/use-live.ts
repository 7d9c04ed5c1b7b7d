import { useEffect, useState } from "react";
import { minute, second } from "#shared/dates/durations.ts";
import type { OperationsView } from "./operations-view.ts";
import { page } from "./page.ts";

const pause = 8 * second;
/** Nobody reads a page that nobody has touched for so long. */
const patience = 10 * minute;
/** A network that swallows a request must not end the asking. */
const longest = 20 * second;
/** One answer that does not come is an accident. */
const tolerated = 2;
const touches = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"] as const;

/** "shut": the reader is signed out, or may not open the page any longer. "none": no answer that can be read. */
type Answer = OperationsView | "shut" | "none";

interface Live {
  view: OperationsView;
  /** Why the view is older than it should be; "" while it is not. */
  problem: string;
}

/** How everything runs, read again every few seconds while the page is in sight and in use; without script it stands still. */
export function useLive(first: OperationsView): Live {
  const [latest, setLatest] = useState<OperationsView | null>(null);
  const [failures, setFailures] = useState(0);
  const [isShut, setShut] = useState(false);
  useEffect(
    () =>
      watch((answer) => {
        const isView = typeof answer === "object";
        if (isView) setLatest(answer);
        setFailures((count) => (isView ? 0 : count + 1));
        setShut(answer === "shut");
      }),
    [],
  );
  // The answer of another version of the site may not fit this page.
  const isOutdated = latest !== null && latest.version !== first.version;
  const problem = isShut
    ? "You are signed out, or may not see this any longer: load the page again."
    : isOutdated
      ? "A new version of the site is at work: load the page again."
      : failures >= tolerated
        ? "The site has not answered since."
        : "";
  return { view: latest && !isOutdated && latest.readAt > first.readAt ? latest : first, problem };
}

/** Asks again and again while the document is in sight and in use, and calls `tell` with each answer. Returns a function that ends it. */
function watch(tell: (answer: Answer) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touchedAt = Date.now();

  async function ask() {
    if (document.visibilityState === "visible" && Date.now() - touchedAt < patience) {
      const answer = await readView(signal);
      if (!signal.aborted) tell(answer);
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

async function readView(signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(`${page.path}/now`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(longest)]),
    });
    if (response.redirected || response.status === 401 || response.status === 403) return "shut";
    return response.ok ? ((await response.json()) as OperationsView) : "none";
  } catch {
    return "none";
  }
}

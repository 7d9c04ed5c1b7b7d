import { type RefObject, useCallback, useEffect, useSyncExternalStore } from "react";

/** Which rows are ticked. The checkboxes themselves hold that, so that they also work before script runs. */
export interface Selection {
  count: number;
  /** All rows of the page are ticked. */
  isAll: boolean;
  setAll: (isTicked: boolean) => void;
}

/** The checkboxes of the rows of a list, from top to bottom. */
export function computeTicks(list: Element | null): HTMLInputElement[] {
  return [...(list?.querySelectorAll<HTMLInputElement>("input[data-tick]") ?? [])];
}

/** Counts the ticked rows of `list`, and ticks all between two of them when the second is clicked with Shift. */
export function useSelection(list: RefObject<HTMLElement | null>): Selection {
  const subscribe = useCallback(
    (listener: () => void) => {
      const watch = new AbortController();
      list.current?.addEventListener("change", listener, { signal: watch.signal });
      return () => watch.abort();
    },
    [list],
  );
  // Read again after every render, so that rows that came or went count at once.
  const ticked = useSyncExternalStore(subscribe, () => countTicked(list.current), countNone);
  const isAll = ticked > 0 && ticked === computeTicks(list.current).length;

  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    let last: HTMLInputElement | null = null;
    const onClick = (event: MouseEvent) => {
      const ticks = computeTicks(element);
      const tick = ticks.find((each) => each === event.target);
      if (!tick) return;
      if (event.shiftKey && last) tickBetween(ticks, last, tick);
      last = tick;
    };
    const watch = new AbortController();
    element.addEventListener("click", onClick, { signal: watch.signal });
    return () => watch.abort();
  }, [list]);

  const setAll = useCallback(
    (isTicked: boolean) => {
      for (const tick of computeTicks(list.current)) tick.checked = isTicked;
      list.current?.dispatchEvent(new Event("change"));
    },
    [list],
  );
  return { count: ticked, isAll, setAll };
}

function countTicked(list: Element | null): number {
  return computeTicks(list).filter(({ checked }) => checked).length;
}

function countNone(): number {
  return 0;
}

function tickBetween(ticks: readonly HTMLInputElement[], from: HTMLInputElement, to: HTMLInputElement): void {
  const [start = -1, end = -1] = [ticks.indexOf(from), ticks.indexOf(to)].toSorted((a, b) => a - b);
  if (start < 0) return;
  for (const tick of ticks.slice(start, end + 1)) tick.checked = to.checked;
}

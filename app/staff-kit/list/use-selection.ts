import { type RefObject, useCallback, useEffect, useState } from "react";

/** Which rows are ticked. The checkboxes themselves hold that, so that they also work before script runs. */
export interface Selection {
  count: number;
  /** All rows of the page are ticked. */
  isAll: boolean;
  setAll: (isTicked: boolean) => void;
}

/** The checkboxes of the rows of a list, from top to bottom. */
export function findTicks(list: Element | null): HTMLInputElement[] {
  return [...(list?.querySelectorAll<HTMLInputElement>("input[data-tick]") ?? [])];
}

/**
 * Counts the ticked rows of `list`, and ticks all between two of them when the second is clicked with Shift. `rows`
 * changes whenever other rows are shown.
 */
export function useSelection(list: RefObject<HTMLElement | null>, rows: unknown): Selection {
  const [{ count, isAll }, setFound] = useState({ count: 0, isAll: false });

  const look = useCallback(() => {
    const ticks = findTicks(list.current);
    const ticked = ticks.filter(({ checked }) => checked).length;
    setFound({ count: ticked, isAll: ticks.length > 0 && ticked === ticks.length });
  }, [list]);

  useEffect(look, [look, rows]);

  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    let last: HTMLInputElement | null = null;
    const onClick = (event: MouseEvent) => {
      const ticks = findTicks(element);
      const tick = ticks.find((each) => each === event.target);
      if (!tick) return;
      if (event.shiftKey && last) tickBetween(ticks, last, tick);
      last = tick;
    };
    const watch = new AbortController();
    element.addEventListener("click", onClick, { signal: watch.signal });
    element.addEventListener("change", look, { signal: watch.signal });
    return () => watch.abort();
  }, [list, look]);

  const setAll = useCallback(
    (isTicked: boolean) => {
      for (const tick of findTicks(list.current)) tick.checked = isTicked;
      look();
    },
    [list, look],
  );
  return { count, isAll, setAll };
}

function tickBetween(ticks: readonly HTMLInputElement[], from: HTMLInputElement, to: HTMLInputElement): void {
  const [start = -1, end = -1] = [ticks.indexOf(from), ticks.indexOf(to)].toSorted((a, b) => a - b);
  if (start < 0) return;
  for (const tick of ticks.slice(start, end + 1)) tick.checked = to.checked;
}

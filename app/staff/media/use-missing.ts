import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { queryClient } from "#app/client/query-client.client.ts";

/** What a browser of the staff makes in the background, for things that came without one. */
export interface Missing<Item extends { id: string }> {
  /** Answers `{ items }` with what is left, the newest first. */
  path: string;
  /** Makes and stores what `item` lacks. */
  make: (item: Item, signal: AbortSignal) => Promise<void>;
}

export interface MissingState {
  isWorking: boolean;
  /** How many were made since the page was opened. */
  made: number;
  /** How many could not be made, and why the last one was not; they are tried again when the page is opened again. */
  failed: number;
  trouble: string | null;
}

const idle: MissingState = { isWorking: false, made: 0, failed: 0, trouble: null };

/**
 * Makes one after the other of what is missing, if `count` of the page says that anything is. What was made shows at the
 * end. Nothing is lost by leaving the page.
 */
export function useMissing<Item extends { id: string }>(count: number, missing: Missing<Item>): MissingState {
  const [state, setState] = useState(idle);
  const revalidator = useRevalidator();
  const { revalidate } = revalidator;
  const isMissing = count > 0;

  useEffect(() => {
    if (!isMissing) return undefined;
    const stop = new AbortController();
    void makeAll(missing, stop.signal, (next) => {
      if (!stop.signal.aborted) setState(next);
    }).then((made) => {
      if (made === 0 || stop.signal.aborted) return undefined;
      queryClient.clear();
      return revalidate();
    });
    return () => stop.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is made never changes; a page counts once.
  }, [isMissing]);

  return state;
}

/** Returns how many it has made. */
async function makeAll<Item extends { id: string }>(
  { path, make }: Missing<Item>,
  signal: AbortSignal,
  tell: (state: MissingState) => void,
): Promise<number> {
  const tried = new Set<string>();
  let [made, failed] = [0, 0];
  let trouble: string | null = null;
  const report = (isWorking: boolean) => tell({ isWorking, made, failed, trouble });
  report(true);
  for (;;) {
    const items = await readLeft<Item>(path, signal);
    const left = items.filter(({ id }) => !tried.has(id));
    for (const item of left) {
      if (signal.aborted) return made;
      tried.add(item.id);
      try {
        await make(item, signal);
        made += 1;
      } catch (error) {
        failed += 1;
        trouble = error instanceof Error ? error.message : String(error);
      }
      report(true);
    }
    if (left.length > 0) continue;
    report(false);
    return made;
  }
}

/** None where the site does not answer: the next page that is opened asks again. */
async function readLeft<Item>(path: string, signal: AbortSignal): Promise<Item[]> {
  try {
    const answer = await fetch(path, { signal, redirect: "manual" });
    return answer.ok ? ((await answer.json()) as { items: Item[] }).items : [];
  } catch {
    return [];
  }
}

/** Posts what was made of one thing. Where somebody else's browser was first the site says that all is well. */
export async function postMade(path: string, body: BodyInit, signal: AbortSignal): Promise<void> {
  const answer = await fetch(path, { method: "POST", body, redirect: "manual", signal });
  if (!answer.ok) throw new Error(`The site answered ${answer.status || "that you are signed out"}.`);
}

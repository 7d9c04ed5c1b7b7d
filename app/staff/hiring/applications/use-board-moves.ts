import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import type { Card, Pending } from "./board-view.ts";

interface Queued {
  id: string;
  fields: [string, string][];
  /** Called once the server has answered. */
  after: (() => void) | undefined;
}

const none: ReadonlyMap<string, Pending> = new Map();

/**
 * Moves cards at once, and tells the server one move after the other. `outcome` is what came of the last one, and `refused`
 * says that the site could not be reached; where it was not done, the card is back where it was.
 */
export function useBoardMoves() {
  const fetcher = useFetcher<{ outcome: ListOutcomeWords | null; refusedView: string | null }>();
  const [pending, setPending] = useState(none);
  const queue = useRef<Queued[]>([]);
  const isRunning = useRef(false);

  async function run() {
    if (isRunning.current) return;
    isRunning.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      await fetcher.submit(new URLSearchParams(next.fields), { method: "post", preventScrollReset: true });
      next.after?.();
    }
    isRunning.current = false;
  }

  // A move that was done counts until the board has the card as it is after it. What was not done is taken back.
  const { data } = fetcher;
  useEffect(() => {
    if (!data || (data.refusedView === null && data.outcome?.done !== null)) return;
    setPending((before) => new Map([...before].filter(([id]) => queue.current.some((other) => other.id === id))));
  }, [data]);

  /** `fields` say the same to the server: see answerApplications. */
  function move(card: Card, to: string, fields: readonly (readonly [string, string])[], after?: () => void) {
    const before = pending.get(card.id);
    const version = before ? Math.max(before.version + 1, card.version) : card.version;
    setPending((all) => new Map([...all].filter(([key]) => key !== card.id)).set(card.id, { to, version }));
    queue.current.push({
      id: card.id,
      fields: [...fields.map(([name, value]): [string, string] => [name, value]), ["row", `${card.id}:${version}`]],
      after,
    });
    void run();
  }

  return { pending, move, outcome: data?.outcome ?? null, refused: data?.refusedView ?? null };
}

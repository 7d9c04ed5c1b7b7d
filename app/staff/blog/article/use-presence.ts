import { useEffect, useState } from "react";
import { second } from "#app/shared/durations.ts";
import type { Presence } from "#worker/insights/presence.ts";
import type { Newest, Stored } from "../saving/answers.ts";
import { fetchNewest } from "../saving/send-change.ts";
import type { Saver } from "../saving/saver.ts";

/** Milliseconds between two signs of life. */
const beat = 15 * second;

export type Others = Presence["editors"];

/**
 * Tells the server at `path` that the page is in sight, and returns who else has the article or job open. Where the server has a
 * newer version than the page, it is read and merged at once, before both have written much.
 */
export function usePresence<Now extends Stored = Newest>(path: string, saver: Saver<Now>): Others {
  const [others, setOthers] = useState<Others>([]);

  useEffect(() => {
    const tab = crypto.randomUUID();
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;

    async function report(): Promise<void> {
      const { typedAt } = saver.read();
      const presence = await post(path, { intent: "present", tab, typedAgo: typedAt && Date.now() - typedAt });
      if (isOver || !presence) return;
      setOthers(presence.editors);
      if (presence.version <= saver.read().newest.version) return;
      const answer = await fetchNewest<Now>(path);
      if (!isOver && answer.kind === "late") saver.learn(answer.newest);
    }

    function begin(): void {
      clearInterval(timer);
      if (document.hidden) return;
      void report();
      timer = setInterval(() => void report(), beat);
    }

    function end(): void {
      clearInterval(timer);
      void post(path, { intent: "absent", tab }, { keepalive: true });
    }

    const turn = () => (document.hidden ? end() : begin());
    begin();
    document.addEventListener("visibilitychange", turn);
    addEventListener("pagehide", end);
    addEventListener("pageshow", begin);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", turn);
      removeEventListener("pagehide", end);
      removeEventListener("pageshow", begin);
      end();
    };
  }, [path, saver]);

  return others;
}

/** Null where there is no answer: who else writes is then not known, and nothing is said. */
async function post(path: string, body: object, { keepalive = false } = {}): Promise<Presence | null> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      redirect: "manual",
      keepalive,
    });
    return response.status === 200 ? ((await response.json()) as Presence) : null;
  } catch {
    return null;
  }
}

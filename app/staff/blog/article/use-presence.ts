import { useEffect, useState } from "react";
import { second } from "#app/shared/durations.ts";
import type { Presence } from "#worker/insights/presence.ts";
import { buildLivePath, fetchNewest } from "../saving/send-change.ts";
import type { Saver } from "../saving/saver.ts";

/** Milliseconds between two signs of life. */
const beat = 15 * second;

export type Others = Presence["editors"];

/**
 * Tells the server that the page is in sight, and returns who else has the article open. Where the server has a newer
 * version than the page, it is read and merged at once, before both have written much.
 */
export function usePresence(id: string, saver: Saver): Others {
  const [others, setOthers] = useState<Others>([]);

  useEffect(() => {
    const tab = crypto.randomUUID();
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;

    async function report(): Promise<void> {
      const { typedAt } = saver.read();
      const presence = await post(id, { intent: "present", tab, typedAgo: typedAt && Date.now() - typedAt });
      if (isOver || !presence) return;
      setOthers(presence.editors);
      if (presence.version <= saver.read().newest.version) return;
      const answer = await fetchNewest(buildLivePath(id));
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
      void post(id, { intent: "absent", tab }, { keepalive: true });
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
  }, [id, saver]);

  return others;
}

/** Null where there is no answer: who else writes is then not known, and nothing is said. */
async function post(id: string, body: object, { keepalive = false } = {}): Promise<Presence | null> {
  try {
    const response = await fetch(buildLivePath(id), {
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

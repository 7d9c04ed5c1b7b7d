import { useEffect, useState } from "react";
import { second } from "#shared/dates/durations.ts";
import type { Presence } from "#worker/insights/presence.ts";
import type { Newest, Stored } from "../saving/answers.ts";
import { fetchNewest } from "../saving/send-change.ts";
import type { Saver } from "../saving/saver.ts";

/** Milliseconds between two signs of life: of a page that is alone, and of pages that know of each other. */
const beat = { alone: 4 * second, together: 1.5 * second };

export type Others = Presence["editors"];

/**
 * Tells the server at `path` that the page is in sight, and returns who else has the article or job open. Where the server has a
 * newer version than the page, it is read and merged at once, before both have written much.
 */
export function usePresence<Now extends Stored = Newest>(path: string, saver: Saver<Now>): Others {
  const [others, setOthers] = useState<Others>([]);

  useEffect(() => {
    const tab = crypto.randomUUID();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let begunAt = 0;
    /** Counts how often the page came into sight or left it: an answer to a question from before is nobody's. */
    let round = 0;

    async function report(own: number): Promise<void> {
      const { typedAt } = saver.read();
      const [sentAt, typedAgo] = [Date.now(), typedAt && Date.now() - typedAt];
      const presence = await post(path, { intent: "present", tab, typedAgo, openFor: sentAt - begunAt });
      if (own !== round) return;
      const wait = presence && presence.editors.length > 0 ? beat.together : beat.alone;
      timer = setTimeout(() => void report(own), wait);
      if (!presence) return;
      setOthers(presence.editors);
      if (presence.version <= saver.read().newest.version) return;
      const answer = await fetchNewest<Now>(path);
      if (own === round && answer.kind === "late") saver.learn(answer.newest);
    }

    function begin(): void {
      clearTimeout(timer);
      round += 1;
      if (document.hidden) return;
      begunAt = Date.now();
      void report(round);
    }

    function end(): void {
      clearTimeout(timer);
      round += 1;
      void post(path, { intent: "absent", tab }, { keepalive: true });
    }

    const turn = () => (document.hidden ? end() : begin());
    begin();
    document.addEventListener("visibilitychange", turn);
    addEventListener("pagehide", end);
    addEventListener("pageshow", begin);
    return () => {
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

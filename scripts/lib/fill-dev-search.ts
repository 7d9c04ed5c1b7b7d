import { setTimeout as wait } from "node:timers/promises";
import { schedules } from "../../worker/lib/schedules.ts";

/** How often, and how many times, the server is asked whether it listens: two minutes. */
const pause = 500;
const mostTries = 240;

/**
 * Has the site at `origin` do its jobs of every five minutes once it listens. They index what the search does not have, which nothing else
 * begins on a developer's machine. Gives up without a word: the site works without its search.
 */
export async function fillDevSearch(origin: string): Promise<void> {
  const job = `${origin}/cdn-cgi/handler/scheduled?${new URLSearchParams({ cron: schedules.everyFiveMinutes })}`;
  for (let tries = 0; tries < mostTries; tries += 1) {
    await wait(pause, undefined, { ref: false });
    const answer = await fetch(job).catch(() => null);
    if (answer) return void (await answer.body?.cancel());
  }
}

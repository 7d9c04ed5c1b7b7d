import { setTimeout as sleep } from "node:timers/promises";
import type { Site } from "../smoke/types.ts";

interface PurgeOptions {
  /** The version that has the traffic: its id is the key (worker/api/purge.ts). */
  versionId: string;
  /** The environment of wrangler.toml, for the command that repeats it. */
  env?: string | undefined;
  /** How often it is asked, and after how many milliseconds: until the version answers everywhere, another one refuses. */
  tries?: number;
  wait?: number;
}

/**
 * Empties the edge's cache of the version that answers. Each version has a cache of its own, which begins empty; one that
 * comes back has what it kept before. No purge of the zone reaches it.
 * @throws {Error} when it was not done
 */
export async function purgeEdge(site: Site, { versionId, env, tries = 20, wait = 3000 }: PurgeOptions): Promise<void> {
  let said = "";
  for (let round = 1; round <= tries; round += 1) {
    if (round > 1) await sleep(wait);
    try {
      const { status, body } = await site.ask("/api/purge", {
        method: "POST",
        headers: { Authorization: `Bearer ${versionId}` },
      });
      if (status === 200 && (JSON.parse(body) as { purged: boolean }).purged) return;
      said =
        status === 200 ? "there is no cache: is [cache] enabled in wrangler.toml?" : `/api/purge answers ${status}`;
    } catch (error) {
      said = (error as Error).message;
    }
  }
  throw new Error(
    `The edge's cache was not emptied: ${said}. Pages may be an hour old. \`npm run purge${env ? ` -- --env ${env}` : ""}\` tries again.`,
  );
}

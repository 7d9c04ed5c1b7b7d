import { second } from "#shared/dates/durations.ts";
import { SilentBindingError } from "../binding-errors.ts";
import { endWithin } from "../limits/end-within.ts";

/** How long the edge is waited for, in milliseconds. */
const patience = 5 * second;

/**
 * Takes every cached page that carries one of `tags` (see page-caching.ts) out of the edge's caches. Does nothing where
 * there is no such cache, as on a developer's machine.
 */
export async function purgeTags(ctx: ExecutionContext, tags: readonly string[]): Promise<void> {
  await purge(ctx, { tags: [...tags] });
}

/** Empties the cache of this version of the Worker; undefined where there is none. */
export async function purgeEverything(ctx: ExecutionContext): Promise<CachePurgeResult | undefined> {
  return purge(ctx, { purgeEverything: true });
}

async function purge({ cache }: ExecutionContext, what: CachePurgeOptions): Promise<CachePurgeResult | undefined> {
  return cache && endWithin(cache.purge(what), patience, () => new SilentBindingError("cache.purge", patience));
}

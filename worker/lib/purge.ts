/**
 * Takes every cached page that carries one of `tags` (see page-caching.ts) out of the edge's caches. Does nothing where
 * there is no such cache, as on a developer's machine.
 */
export async function purgeTags(ctx: ExecutionContext, tags: readonly string[]): Promise<void> {
  await ctx.cache?.purge({ tags: [...tags] });
}

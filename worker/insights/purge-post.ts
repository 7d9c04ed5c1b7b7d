import type { PostId } from "../db/insights-tables.ts";
import { purgeTags } from "../lib/purge.ts";
import type { RequestScope } from "../lib/scope.ts";

export type SaveScope = Pick<RequestScope, "ctx" | "log">;

/** Pages that show the article are made anew. The change stands also when the caches do not answer: they forget by time. */
export async function purgePost({ ctx, log }: SaveScope, id: PostId): Promise<void> {
  await purgeTags(ctx, [`post:${id}`, "insights"]).catch((error: unknown) => log.error("purge failed", error, { id }));
}

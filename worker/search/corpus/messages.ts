import { z } from "zod";

/**
 * Steps of work on the index. A step does a bounded part, and names the ones that follow it; what is done stands in the
 * databases, so that a message that is lost or comes twice does no harm.
 */
export const messageSchema = z.discriminatedUnion("kind", [
  /** Index what has changed. */
  z.object({ kind: z.literal("changes") }),
  /** Compare all of the site with what is indexed: begin, or go on after a key. */
  z.object({ kind: z.literal("compare"), after: z.string().max(300).nullable() }),
  /** Embed what has no vector yet, in the versions that serve or can. */
  z.object({ kind: z.literal("vectors") }),
  /** Work out which documents are related, where that may have changed. */
  z.object({ kind: z.literal("related") }),
  /** A step of a run (worker/search/versions/runs.ts). */
  z.object({ kind: z.literal("run"), run: z.uuid(), step: z.int().nonnegative() }),
]);

export type SearchMessage = z.infer<typeof messageSchema>;

import { z } from "zod";
import { ConflictError } from "#worker/lib/errors.ts";
import { beginRun } from "#worker/search/staff/manage-runs.ts";
import { buildPartPath } from "../parts.ts";
import type { Changing } from "../read-part.ts";

export const documentsSchema = z.object({ do: z.literal("embed") });

const keySchema = z.array(z.string().min(1).max(300)).max(200);

/** Embeds the selected documents again. */
export async function answerDocuments(
  _: z.output<typeof documentsSchema>,
  { scope, user }: Changing,
  fields: URLSearchParams,
) {
  const keys = keySchema.safeParse(fields.getAll("key")).data ?? [];
  if (keys.length === 0) throw new ConflictError("Select one document or more first.");
  await beginRun(scope, { kind: "selected", keys }, user);
  return buildPartPath("documents", { done: "embedding" });
}

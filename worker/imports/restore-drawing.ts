/** Covers and diagrams out of an export: they keep their keys, which articles name. */
import { z } from "zod";
import { cleanPicture } from "#worker/accounts/own/clean-picture.ts";
import { runRecorded } from "../audit/run-versioned.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { MediaType } from "../db/insights-tables.ts";
import { checkDrawing } from "../insights/covers/check-drawing.ts";
import { leavingNow, selectStaying } from "../insights/covers/sweep-covers.ts";
import { now } from "../lib/clock.ts";
import { InvalidInputError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { privatePrefix } from "../media/private-prefix.ts";
import { checkDiagram } from "./check-diagram.ts";

/** Most bytes of one of them. */
export const largestDrawing = 1024 * 1024;

export const drawingSchema = z.object({
  intent: z.literal("drawing"),
  key: z
    .string()
    .regex(/^[a-z0-9][a-z0-9/._-]{2,199}$/)
    // These have rooms of their own in the bucket.
    .refine((key) => !key.startsWith(privatePrefix) && !key.startsWith("library/") && !key.startsWith("authors/")),
  width: z.coerce.number().int().min(1).max(20_000),
  height: z.coerce.number().int().min(1).max(20_000),
  file: z.file().min(1).max(largestDrawing),
});

type Drawing = Omit<z.output<typeof drawingSchema>, "intent"> & { actor: AccountId };

/**
 * Stores a drawing or a raster picture under its former key, unless that key is taken. What it may hold is what covers and
 * diagrams hold.
 * @throws {InvalidInputError} for any other file
 * @throws {ConflictError} while a former copy of it is being deleted
 */
export async function restoreDrawing(
  db: Db,
  { key, width, height, file, actor }: Drawing,
  { env, requestId }: Pick<RequestScope, "env" | "requestId">,
): Promise<void> {
  const known = await db.selectFrom("media").select("key").where("key", "=", key).executeTakeFirst();
  // Its row is stored first, with its entry, so its bytes may be missing.
  if (known && (await env.MEDIA.head(key))) return;
  const { type, bytes } = readDrawing(new Uint8Array(await file.arrayBuffer()));
  if (!known)
    await runRecorded(db, {
      actor,
      requestId,
      subject: null,
      audit: { action: "picture.restored", detail: { key } },
      given: { rows: selectStaying([key]), conflict: leavingNow },
      queries: [
        db
          .insertInto("media")
          .values({ key, type, bytes: bytes.length, width, height, created_at: now() })
          .onConflict((conflict) => conflict.column("key").doNothing()),
      ],
    });
  await env.MEDIA.put(key, bytes, { httpMetadata: { contentType: type } });
}

function readDrawing(sent: Uint8Array): { type: MediaType; bytes: Uint8Array } {
  if (sent[0] === 0x3c) {
    const text = new TextDecoder().decode(sent);
    if (checkDrawing(text) || checkDiagram(text)) return { type: "image/svg+xml", bytes: sent };
  }
  const picture = cleanPicture(sent);
  if (picture) return picture;
  throw new InvalidInputError({ file: ["This is no picture that an article of this site can have."] });
}

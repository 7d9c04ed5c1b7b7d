/** Photographs of authors. They lie in the bucket under a name that never shows another picture. */
import type { Compilable } from "kysely";
import { hashBytes } from "#shared/text/hash.ts";
import { cleanPicture } from "#worker/accounts/own/clean-picture.ts";
import { runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { AuthorId } from "#worker/db/insights-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { planPurgeOfAll } from "../purge-insight.ts";
import { sendPurge } from "../purges.ts";

/** Most bytes of a photograph that is sent. */
export const largestPhoto = 2 * 1024 * 1024;

interface PhotoChange {
  id: AuthorId;
  version: number;
  actor: AccountId;
  /** Null takes the photograph away. */
  file: File | null;
  /** Run in the same transaction. */
  queries?: readonly Compilable[];
}

/**
 * Makes `file` the photograph of an author, by its content and without what a camera adds; the former one is deleted.
 * @throws {InvalidInputError} for what is too large or no picture
 * @throws {ConflictError} when somebody else has changed the author since
 * @throws {NotFoundError} when the author is gone
 */
export async function setAuthorPhoto(
  db: Db,
  { id, version, actor, file, queries = [] }: PhotoChange,
  scope: RequestScope,
): Promise<void> {
  const { env, requestId, log } = scope;
  const before = await db.selectFrom("authors").select(["slug", "photo"]).where("id", "=", id).executeTakeFirst();
  if (!before) throw new NotFoundError();
  const photo = file && (await putPhoto(file, env));
  const purge = planPurgeOfAll(db);
  await runVersioned(db, {
    actor,
    requestId,
    table: "authors",
    id,
    version,
    set: { photo, updated_at: now() },
    audit: { action: "topic.changed", detail: { kind: "author", slug: before.slug, photo: photo !== null } },
    conflict: "Somebody else has changed this since you opened it.",
    queries: [...queries, purge.query],
  });
  await sendPurge(db, purge, scope);
  if (before.photo !== null && before.photo !== photo)
    await env.MEDIA.delete(before.photo).catch((error: unknown) => log.error("former photograph not deleted", error));
}

async function putPhoto(file: File, { MEDIA }: Pick<Env, "MEDIA">): Promise<string> {
  if (file.size > largestPhoto) throw new InvalidInputError({ photo: ["The photograph may have at most 2 MB."] });
  const picture = cleanPicture(new Uint8Array(await file.arrayBuffer()));
  if (!picture)
    throw new InvalidInputError({ photo: ["This file is no JPEG, PNG or WebP picture, or not a whole one."] });
  const name = (await hashBytes(picture.bytes)).slice(0, 16);
  const key = `authors/${crypto.randomUUID()}-${name}.${picture.type.slice("image/".length)}`;
  await MEDIA.put(key, picture.bytes, { httpMetadata: { contentType: picture.type } });
  return key;
}

/** Pictures of accounts. They lie in the bucket under a prefix that /media/ does not serve, each under a random id. */
import { hour } from "#shared/dates/durations.ts";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { dropUnnamed } from "#worker/lib/uploads/drop-unnamed.ts";
import { privatePrefix } from "#worker/media/private-prefix.ts";
import { cleanPicture } from "./clean-picture.ts";

const prefix = `${privatePrefix}account-pictures/`;

/** Most bytes of a file that is sent. */
export const largestPicture = 2 * 1024 * 1024;

/** The id of the picture at `key`, for the address that shows it. */
export function readPictureId(key: string): string {
  return key.slice(prefix.length);
}

interface NewPicture {
  user: AccountId;
  file: File;
}

/**
 * Makes `file` the picture of the account, by its content and without what a camera adds. The former one is deleted.
 * @throws {InvalidInputError} for what is too large or no picture
 */
export async function storePicture(db: Db, { user, file }: NewPicture, scope: RequestScope): Promise<void> {
  const { env, requestId } = scope;
  if (file.size > largestPicture) throw new InvalidInputError({ picture: ["The picture may have at most 2 MB."] });
  const picture = cleanPicture(new Uint8Array(await file.arrayBuffer()));
  if (!picture)
    throw new InvalidInputError({ picture: ["This file is no JPEG, PNG or WebP picture, or not a whole one."] });
  const key = prefix + newId();
  await env.MEDIA.put(key, picture.bytes, { httpMetadata: { contentType: picture.type } });
  // What is stored here and not named in the table, for example because D1 fails now, is swept.
  const former = await readPictureKey(db, user);
  await runRecorded(db, {
    actor: user,
    requestId,
    subject: user,
    audit: { action: "account.picture_changed", detail: { type: picture.type, bytes: picture.bytes.length } },
    queries: [setPicture(db, user, key)],
  });
  await dropPicture(former, scope);
}

/** Leaves the account without a picture; its initials stand there instead. */
export async function removePicture(db: Db, { user }: Pick<NewPicture, "user">, scope: RequestScope): Promise<void> {
  const key = await readPictureKey(db, user);
  if (key === null) return;
  await runRecorded(db, {
    actor: user,
    requestId: scope.requestId,
    subject: user,
    audit: { action: "account.picture_removed" },
    queries: [setPicture(db, user, null)],
  });
  await dropPicture(key, scope);
}

/** The picture with that id in the bucket, or null. */
export function readPicture({ MEDIA }: Pick<Env, "MEDIA">, id: string): Promise<R2ObjectBody | null> {
  return MEDIA.get(prefix + id);
}

/**
 * Deletes the pictures that no account has any longer: those of accounts whose term was over or whose person was erased, and
 * what could not be deleted at once. Returns how many.
 */
export async function sweepPictures(db: Db, { MEDIA }: Pick<Env, "MEDIA">): Promise<number> {
  const listNamed = () =>
    db.selectFrom("accounts").select("picture_key as key").where("picture_key", "is not", null).execute();
  let swept = 0;
  let cursor: string | undefined;
  do {
    const page = await MEDIA.list({ prefix, ...(cursor !== undefined && { cursor }) });
    swept += await dropUnnamed(MEDIA, page.objects, { age: hour, listNamed });
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return swept;
}

async function readPictureKey(db: Db, user: AccountId): Promise<string | null> {
  const row = await db.selectFrom("accounts").select("picture_key").where("id", "=", user).executeTakeFirst();
  return row?.picture_key ?? null;
}

function setPicture(db: Db, user: AccountId, key: string | null) {
  return db.updateTable("accounts").set({ picture_key: key }).where("id", "=", user);
}

/** Deletes a picture that no account names any longer, if there is one. What cannot be deleted now is swept later. */
export async function dropPicture(key: string | null, { env, log }: Pick<RequestScope, "env" | "log">): Promise<void> {
  if (key === null) return;
  try {
    await env.MEDIA.delete(key);
  } catch (error) {
    log.error("former picture not deleted", error);
  }
}

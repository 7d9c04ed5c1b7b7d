import { sql } from "kysely";
import { day, hour } from "#shared/dates/durations.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { dropUnnamed } from "#worker/lib/uploads/drop-unnamed.ts";
import { filesPrefix } from "./files.ts";
import { uploadsPrefix } from "./uploads/pieces.ts";
import { dropUpload, releasePieces } from "./uploads/upload.ts";

/** Most rows and objects of a kind that one run takes; the next hour takes more. */
const mostAtOnce = 200;

/** No application is older (epoch milliseconds); ids begin with their time. */
const firstApplications = Date.UTC(2026, 10);

/**
 * Deletes what nothing needs any longer: uploads that no form was sent with, files whose application is gone, what lies in
 * the bucket without a row, and people without an application. Returns how many of each, for the log.
 */
export async function sweepApplications(db: Db, { env, log }: RequestScope) {
  let uploads = 0;
  for (const upload of await selectOver(db, now()).execute())
    try {
      await dropUpload(db, env, upload);
      uploads += 1;
    } catch (error) {
      log.error("upload not swept", error);
    }
  // What an application has taken lies in pieces no more.
  await releasePieces(db, env, await selectTaken(db).execute()).catch((error: unknown) =>
    log.error("pieces not swept", error),
  );
  const files = await removeFiles(db, env, await selectRemoved(db, now()).execute());
  const unnamed = (await dropUnnamedBelow(db, env, filesPrefix)) + (await dropUnnamedBelow(db, env, uploadsPrefix));
  return { uploads, files, unnamed, people: await dropPeople(db) };
}

/** Only a change of a person's row can leave it without an application: for so long the sweep looks at it. */
const lookedAtFor = 7 * day;

/**
 * Deletes people under whose address there is no application: those who were put into another first, so that none of them
 * takes over from it (trigger `candidates_hand_over`). Returns how many.
 */
async function dropPeople(db: Db): Promise<number> {
  const unused = db
    .deleteFrom("candidates")
    .where("updated_at", ">", now() - lookedAtFor)
    .where("updated_at", "<", now() - hour)
    .where(sql<boolean>`not exists (select 1 from applications where applications.email = candidates.email)`)
    .returning("id");
  const merged = await unused.where("merged_into", "is not", null).execute();
  return merged.length + (await unused.execute()).length;
}

/** Uploads whose time is over. */
export function selectOver(db: Db, at: number) {
  return db.selectFrom("application_uploads").select(["id", "bytes"]).where("expires_at", "<=", at).limit(mostAtOnce);
}

/** Uploads that became files of applications, and whose pieces may still be there. */
export function selectTaken(db: Db) {
  return db
    .selectFrom("application_uploads")
    .select(["id", "bytes"])
    .where("application_id", "is not", null)
    .where("received", ">", 0)
    .limit(mostAtOnce);
}

/** Objects whose row is gone, or did not come. */
export function selectRemoved(db: Db, at: number) {
  return db
    .selectFrom("removed_files")
    .select("key")
    .where("removed_at", "<=", at)
    .orderBy("removed_at")
    .limit(mostAtOnce);
}

/** Deletes these objects, unless a row has them, and then their keys from the list. */
export async function removeFiles(
  db: Db,
  { MEDIA }: Pick<Env, "MEDIA">,
  removed: readonly { key: string }[],
): Promise<number> {
  if (removed.length === 0) return 0;
  const keys = removed.map(({ key }) => key);
  const list = JSON.stringify(keys);
  const isListed = sql<boolean>`key in (select value from json_each(${list}))`;
  await db
    .updateTable("removed_files")
    .set({ attempts: sql`attempts + 1` })
    .where(isListed)
    .execute();
  const stored = await db.selectFrom("application_files").select("key").where(isListed).execute();
  const named = new Set(stored.map(({ key }) => key));
  const gone = keys.filter((key) => !named.has(key));
  if (gone.length > 0) await MEDIA.delete(gone);
  await db.deleteFrom("removed_files").where(isListed).execute();
  return gone.length;
}

/** Objects that lie there without a row: one look at the first ones, and one from anywhere, so that all get their turn. */
async function dropUnnamedBelow(db: Db, { MEDIA }: Pick<Env, "MEDIA">, prefix: string): Promise<number> {
  const first = await MEDIA.list({ prefix, limit: mostAtOnce });
  const anywhere = `${prefix}${Math.floor(firstApplications + Math.random() * (now() - firstApplications))
    .toString(16)
    .padStart(12, "0")
    .replace(/^(.{8})/, "$1-")}`;
  const second = first.truncated ? await MEDIA.list({ prefix, limit: mostAtOnce, startAfter: anywhere }) : null;
  return dropUnnamed(MEDIA, [...first.objects, ...(second?.objects ?? [])], {
    age: 2 * hour,
    listNamed: (keys) => selectNamed(db, keys, prefix).execute(),
  });
}

function selectNamed(db: Db, keys: readonly string[], prefix: string) {
  const list = JSON.stringify(keys.map((key) => ({ key, upload: key.slice(prefix.length).split("/")[0] })));
  return db
    .selectFrom(sql<{ value: string }>`json_each(${list})`.as("each"))
    .select(sql<string>`each.value ->> 'key'`.as("key"))
    .where(
      sql<boolean>`exists (select 1 from application_files where key = each.value ->> 'key')
        or exists (select 1 from removed_files where key = each.value ->> 'key')
        or exists (select 1 from application_uploads where id = each.value ->> 'upload')`,
    );
}

/** Files that should have been deleted long ago. */
export function selectOverdueFiles(db: Db) {
  return db
    .selectFrom("removed_files")
    .select("key")
    .where("removed_at", "<", now() - 24 * hour)
    .limit(1);
}

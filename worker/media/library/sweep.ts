import { sql } from "kysely";
import { hour } from "#shared/dates/durations.ts";
import { type Db, runBatch } from "../../db/client.ts";
import type { MediaItemId } from "../../db/media-tables.ts";
import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { readLength, terms } from "../../lib/terms.ts";
import { dropUnnamed } from "../../lib/uploads/drop-unnamed.ts";
import { dropUpload } from "../uploads/upload.ts";
import { toFolder } from "./file-names.ts";

/** Most rows of a kind that one run takes; the next hour takes more. */
const mostAtOnce = 100;

/**
 * Deletes what the library no longer needs: uploads that never ended, files that were replaced or deleted longer ago than
 * their term, and what lies in the bucket without a row, because the database failed after it was put there. Returns how many
 * of each, for the log.
 */
export async function sweepLibrary(db: Db, { env, log }: RequestScope) {
  const before = now() - readLength(terms.deletedMedia);
  // What an upload puts into the folder of its item is an hour old by then.
  const uploads = await selectOver(db, now() - hour).execute();
  for (const upload of uploads) {
    await dropUnnamedOf(db, env, upload.item_id);
    await dropUpload(db, env, upload);
  }
  const former = await selectFormer(db, before).execute();
  for (const { id, item_id, sha256 } of former) {
    await runBatch(db, [
      db
        .insertInto("media_leaving")
        .values({ item_id })
        .onConflict((conflict) => conflict.doNothing()),
      db.deleteFrom("media_former").where("id", "=", id),
      db
        .deleteFrom("media_variants")
        .where("item_id", "=", item_id)
        .where("sha256", "=", sha256)
        .where("sha256", "not in", db.selectFrom("media_items").select("sha256").where("id", "=", item_id))
        .where("sha256", "not in", db.selectFrom("media_former").select("sha256").where("item_id", "=", item_id)),
    ]);
  }
  const deleted = await selectDeleted(db, before).execute();
  for (const { id } of deleted) {
    // Unless an article has begun to use it again since it was read.
    const unused = sql<boolean>`deleted_at < ${before} and not exists (select 1 from media_uses where item_id = media_items.id)`;
    const chosen = db.selectFrom("media_items").select("id").where("id", "=", id).where(unused);
    await runBatch(db, [
      db
        .insertInto("media_leaving")
        .columns(["item_id"])
        .expression(chosen)
        .onConflict((conflict) => conflict.doNothing()),
      db.deleteFrom("media_items").where("id", "=", id).where(unused),
    ]);
  }
  // Also of a run that ended between the two.
  const leaving = await db
    .selectFrom("media_leaving")
    .select("item_id")
    .where("item_id", ">", "" as MediaItemId)
    .limit(mostAtOnce)
    .execute();
  for (const { item_id } of leaving) {
    await dropUnnamedOf(db, env, item_id);
    await db.deleteFrom("media_leaving").where("item_id", "=", item_id).execute();
  }
  const counts = { uploads: uploads.length, former: former.length, deleted: deleted.length };
  if (uploads.length === mostAtOnce) log.info("uploads are left for the next hour");
  return counts;
}

/** Uploads whose time is over. */
export function selectOver(db: Db, at: number) {
  return db
    .selectFrom("media_uploads")
    .select(["id", "item_id", "multipart_id"])
    .where("expires_at", "<", at)
    .limit(mostAtOnce);
}

export function selectFormer(db: Db, before: number) {
  return (
    db
      .selectFrom("media_former")
      .select(["id", "item_id", "sha256"])
      .where("replaced_at", "<", before)
      // Articles that were not rendered since may show it.
      .where("item_id", "not in", db.selectFrom("media_items").select("id").where("stale", "=", 1))
      .limit(mostAtOnce)
  );
}

export function selectDeleted(db: Db, before: number) {
  return db
    .selectFrom("media_items")
    .select("id")
    .where("deleted_at", "<", before)
    .where("deleted_at", "is not", null)
    .limit(mostAtOnce);
}

/** Deletes what lies in the folder of an item and is named by no row. */
async function dropUnnamedOf(db: Db, { MEDIA }: Pick<Env, "MEDIA">, id: MediaItemId): Promise<void> {
  const { objects } = await MEDIA.list({ prefix: toFolder(id) });
  const items = db.selectFrom("media_items").select("file_key as key").where("id", "=", id);
  const former = db.selectFrom("media_former").select("file_key as key").where("item_id", "=", id);
  const variants = db.selectFrom("media_variants").select("key").where("item_id", "=", id);
  const listNamed = () => items.unionAll(former).unionAll(variants).execute();
  await dropUnnamed(MEDIA, objects, { age: hour, listNamed });
}

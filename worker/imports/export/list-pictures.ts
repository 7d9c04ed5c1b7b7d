import { exportNames, type ExportedDrawing, type ExportedItem } from "#app/shared/site-export.ts";
import type { Db } from "../../db/client.ts";
import type { MediaItemId } from "../../db/media-tables.ts";
import { type Entry, writeJson } from "./entry.ts";

const atOnce = 200;

/** Covers and diagrams, by key. One whose bytes are lost is left out. */
export async function* listDrawings(db: Db, bucket: R2Bucket): AsyncGenerator<Entry> {
  const written: ExportedDrawing[] = [];
  for (let after = "", rows; ; after = rows.at(-1)?.key ?? "") {
    rows = await db
      .selectFrom("media")
      .select(["key", "type", "width", "height"])
      .where("key", ">", after)
      .orderBy("key")
      .limit(atOnce)
      .execute();
    for (const drawing of rows) {
      const object = await bucket.get(drawing.key);
      if (!object) continue;
      yield { name: `drawings/${drawing.key}`, input: object.body };
      written.push(drawing);
    }
    if (rows.length < atOnce) break;
  }
  yield { name: exportNames.drawings, input: writeJson(written) };
}

/** The files of the media library that are shown, with their further widths, in the order in which they were added. */
export async function* listLibrary(db: Db, bucket: R2Bucket): AsyncGenerator<Entry> {
  const written: ExportedItem[] = [];
  for (let after = "" as MediaItemId, rows; ; after = rows.at(-1)?.id ?? after) {
    rows = await selectItems(db, after).execute();
    for (const { id, file_key, sha256, focus_x, focus_y, deleted_at, ...item } of rows) {
      const object = deleted_at === null ? await bucket.get(file_key) : null;
      if (!object) continue;
      const file = `media/${id}/original.${file_key.split(".").at(-1)}`;
      yield { name: file, input: object.body };
      const widths: string[] = [];
      for (const { key, width } of await selectWidths(db, id, sha256).execute()) {
        const variant = await bucket.get(key);
        if (!variant) continue;
        const name = `media/${id}/${width}.webp`;
        yield { name, input: variant.body };
        widths.push(name);
      }
      const { key, name, alt, caption, placeholder } = item;
      const focus = { x: focus_x, y: focus_y };
      written.push({ id, key, name, alt, caption, focus, placeholder, file, widths });
    }
    if (rows.length < atOnce) break;
  }
  yield { name: exportNames.media, input: writeJson(written) };
}

function selectItems(db: Db, after: MediaItemId) {
  return db
    .selectFrom("media_items")
    .select(["id", "key", "name", "alt", "caption", "focus_x", "focus_y", "file_key", "sha256", "placeholder"])
    .select("deleted_at")
    .where("id", ">", after)
    .orderBy("id")
    .limit(atOnce);
}

function selectWidths(db: Db, id: MediaItemId, sha256: string) {
  return db
    .selectFrom("media_variants")
    .select(["key", "width"])
    .where("item_id", "=", id)
    .where("sha256", "=", sha256)
    .orderBy("width");
}

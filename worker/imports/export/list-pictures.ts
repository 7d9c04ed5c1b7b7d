import { sql } from "kysely";
import { exportNames, type ExportedDrawing, type ExportedItem } from "#shared/imports/site-export.ts";
import type { Db } from "../../db/client.ts";
import type { MediaItemId } from "../../db/media-tables.ts";
import { type Entry, type Range, writeJson } from "./entry.ts";

const atOnce = 200;

/** Covers and diagrams of `range`, by key. One whose bytes are lost is left out. */
export async function* listDrawings(db: Db, range: Range, bucket: R2Bucket): AsyncGenerator<Entry> {
  const written: ExportedDrawing[] = [];
  for (let { after } = range, rows; ; after = rows.at(-1)?.key ?? "") {
    rows = await selectDrawings(db, { ...range, after }).execute();
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

export function selectDrawings(db: Db, { after, to }: Range) {
  return db
    .selectFrom("media")
    .select(["key", "type", "width", "height"])
    .where("key", ">", after)
    .$if(to !== "", (query) => query.where("key", "<=", to))
    .orderBy("key")
    .limit(atOnce);
}

/** Those files of the media library that are shown, with their further widths, in the order in which they were added. */
export async function* listLibrary(db: Db, range: Range, bucket: R2Bucket): AsyncGenerator<Entry> {
  const written: ExportedItem[] = [];
  for (let { after } = range, rows; ; after = rows.at(-1)?.id ?? "") {
    rows = await selectItems(db, { ...range, after }).execute();
    for (const { id, file_key, focus_x, focus_y, variants, ...item } of rows) {
      const object = await bucket.get(file_key);
      if (!object) continue;
      const file = `media/${id}/original.${file_key.split(".").at(-1)}`;
      yield { name: file, input: object.body };
      const widths: string[] = [];
      for (const { key, width } of JSON.parse(variants) as { key: string; width: number }[]) {
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

export function selectItems(db: Db, { after, to }: Range) {
  const variants = sql<string>`(SELECT json_group_array(json_object('key', key, 'width', width) ORDER BY width)
    FROM media_variants WHERE item_id = media_items.id AND media_variants.sha256 = media_items.sha256)`;
  return db
    .selectFrom("media_items")
    .select(["id", "key", "name", "alt", "caption", "focus_x", "focus_y", "file_key", "placeholder"])
    .select(variants.as("variants"))
    .where("id", ">", after as MediaItemId)
    .$if(to !== "", (query) => query.where("id", "<=", to as MediaItemId))
    .where("deleted_at", "is", null)
    .orderBy("id")
    .limit(atOnce);
}

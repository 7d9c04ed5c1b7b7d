import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import { listItemIds } from "./file-names.ts";

/** How an article shows a picture of the library. */
export interface ShownPicture {
  width: number;
  height: number;
  /** The address of what browsers show that know no other widths. */
  file: string;
  /** The other widths, as `srcset` lists them; "" where there are none. */
  srcset: string;
  /** A tiny WebP, base64; "" where there is none. */
  placeholder: string;
}

/** Browsers that know no `srcset` get the widest of these widths. */
const widestPlain = 1440;

/** The pictures of the library that `markdown` shows, by their addresses. No query where it shows none. */
export async function readPictures(db: Db, markdown: string): Promise<Map<string, ShownPicture>> {
  const ids = listItemIds(markdown);
  if (ids.length === 0) return new Map();
  const variants = sql<string>`(SELECT json_group_array(json_array(key, width) ORDER BY width) FROM media_variants
    WHERE item_id = media_items.id AND sha256 = media_items.sha256)`;
  const rows = await db
    .selectFrom("media_items")
    .select(["key", "file_key", "width", "height", "placeholder", variants.as("variants")])
    .where("id", "in", sql<never>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .where("width", ">", 0)
    .execute();
  return new Map(rows.map(({ key, ...row }) => [`/media/${key}`, toShown(row)]));
}

interface Row {
  file_key: string;
  width: number;
  height: number;
  placeholder: string;
  /** JSON: pairs of key and width. */
  variants: string;
}

function toShown({ file_key, width, height, placeholder, variants }: Row): ShownPicture {
  const others = JSON.parse(variants) as [key: string, width: number][];
  const [plain = file_key] = others.findLast(([, each]) => each <= widestPlain) ?? [];
  return {
    width,
    height,
    file: `/media/${plain}`,
    srcset: others.map(([key, each]) => `/media/${key} ${each}w`).join(", "),
    placeholder,
  };
}

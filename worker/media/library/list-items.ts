import { sql } from "kysely";
import type { ListCursor } from "#shared/pages/list.ts";
import { readSettings, selectSettings } from "#worker/lib/saved-views.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import { type Db, readRow, readRows, runBatch } from "../../db/client.ts";
import { countPage, type PageOrder, readPage, selectPage, type SortColumn } from "../../db/list-page.ts";
import type { LibraryType } from "../../db/media-tables.ts";
import { countMissingWidths } from "./missing-widths.ts";
import { selectByWords } from "./terms.ts";

export const itemsPerPage = 48;

/** Types by what people call them. */
const itemKinds = {
  picture: ["image/jpeg", "image/png", "image/webp", "image/avif"],
  moving: ["image/gif"],
  document: ["application/pdf"],
} as const satisfies Record<string, readonly LibraryType[]>;

export interface ItemFilter {
  words: string;
  /** Null for all; `shown` for what an article can show. */
  kind: keyof typeof itemKinds | "shown" | null;
  isUnused: boolean;
  /** Pictures without an alternative text. */
  lacksAlt: boolean;
}

export const itemSorts = {
  added: { value: sql<number>`media_items.created_at`, kind: "number" },
  name: { value: sql<string>`media_items.name`, kind: "text" },
  size: { value: sql<number>`media_items.bytes`, kind: "number" },
} as const satisfies Record<string, SortColumn>;

export interface ItemOrder {
  by: keyof typeof itemSorts;
  direction: "asc" | "desc";
}

/** A row of the library. */
export type ListedItem = Awaited<ReturnType<typeof listItems>>["rows"][number];

interface AskedPage {
  filter: ItemFilter;
  sort: ItemOrder;
  cursor: ListCursor | null;
  /** Who reads, and the list that their settings are about. */
  reader: AccountId;
  list: string;
}

/**
 * One page of the library, what its reader keeps about the list, and how many pictures wait for their further widths: four
 * queries in one round trip.
 */
export async function listItems(db: Db, { filter, sort, cursor, reader, list }: AskedPage) {
  const order = orderItems(sort, cursor);
  const listed = selectItems(db, { filter, order });
  const counted = countItems(db, { filter, order });
  const settings = selectSettings(db, { user: reader, list });
  const missing = db.selectNoFrom(countMissingWidths().as("count"));
  const results = await runBatch(db, [listed, counted, settings, missing]);
  return {
    lackingWidths: readRow(missing, results[3]).count,
    ...readPage(readRows(listed, results[0]), readRow(counted, results[1]), { cursor, size: itemsPerPage }),
    settings: readSettings(readRow(settings, results[2])),
  };
}

/** The items that somebody may choose from, the newest first. */
export async function findItems(db: Db, { words, cursor }: { words: string; cursor: ListCursor | null }) {
  const filter = { words, kind: "shown", isUnused: false, lacksAlt: false } as const;
  const order = orderItems({ by: "added", direction: "desc" }, cursor);
  const listed = selectItems(db, { filter, order });
  const counted = countItems(db, { filter, order });
  const results = await runBatch(db, [listed, counted]);
  return readPage(readRows(listed, results[0]), readRow(counted, results[1]), { cursor, size: itemsPerPage });
}

/** The order `sort` of items, from `cursor` on. */
export function orderItems({ by, direction }: ItemOrder, cursor: ListCursor | null): PageOrder {
  return { column: itemSorts[by], direction, id: "media_items.id", cursor };
}

export function countItems(db: Db, { filter, order }: { filter: ItemFilter; order: PageOrder }) {
  return countPage(filterItems(db, filter), order);
}

export function selectItems(db: Db, { filter, order }: { filter: ItemFilter; order: PageOrder }) {
  return selectPage(filterItems(db, filter).select(summaryColumns).select(countUses.as("uses")), order, itemsPerPage);
}

/** How many articles use an item. */
const countUses = sql<number>`(SELECT count(DISTINCT insight_id) FROM media_uses WHERE item_id = media_items.id)`;

/** The narrowest of its widths, for lists. */
const smallest = sql<string | null>`(SELECT media_variants.key FROM media_variants
  WHERE item_id = media_items.id AND media_variants.sha256 = media_items.sha256 ORDER BY media_variants.width LIMIT 1)`;

export const summaryColumns = [
  "media_items.id",
  "media_items.key",
  "media_items.file_key",
  "media_items.name",
  "media_items.type",
  "media_items.bytes",
  "media_items.width",
  "media_items.height",
  "media_items.alt",
  "media_items.caption",
  "media_items.focus_x",
  "media_items.focus_y",
  "media_items.created_at",
  "media_items.version",
  smallest.as("preview"),
] as const;

function filterItems(db: Db, { words, kind, isUnused, lacksAlt }: ItemFilter) {
  let items = db.selectFrom("media_items").where("media_items.deleted_at", "is", null);
  for (const found of selectByWords(db, words)) items = items.where("media_items.id", "in", found);
  if (kind === "shown") items = items.where("media_items.type", "<>", "application/pdf");
  else if (kind) items = items.where("media_items.type", "in", itemKinds[kind]);
  if (isUnused) items = items.where(sql<boolean>`not exists (select 1 from media_uses where item_id = media_items.id)`);
  if (lacksAlt) items = items.where("media_items.alt", "=", "").where("media_items.type", "<>", "application/pdf");
  return items;
}

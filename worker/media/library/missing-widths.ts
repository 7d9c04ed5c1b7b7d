/** Pictures that came without a browser, from a program, an import or a form without script: their further widths. */
import { type RawBuilder, sql } from "kysely";
import { runRecorded } from "../../audit/run-versioned.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import type { MediaItemId } from "../../db/media-tables.ts";
import { ConflictError, InvalidInputError } from "../../lib/errors.ts";
import { staleNow } from "./add-item.ts";
import { checkPlaceholder, checkVariant, planVariants, putVariants, type StoreScope } from "./store-file.ts";

/** Most items in one answer to a browser. */
const mostAtOnce = 20;

/** The query of the pictures whose further widths are to be made. */
export function selectMissingWidths(db: Db) {
  return db
    .selectFrom(
      sql<{ id: MediaItemId; name: string; file_key: string }>`(SELECT id, name, file_key FROM media_items
        INDEXED BY media_items_lacking_widths WHERE lacks_widths = 1 AND deleted_at IS NULL)`.as("media_items"),
    )
    .select(["media_items.id", "media_items.name", "media_items.file_key"])
    .orderBy("media_items.id", "desc")
    .limit(mostAtOnce);
}

/** How many there are, as SQL. */
export function countMissingWidths(): RawBuilder<number> {
  return sql<number>`(SELECT count(*) FROM media_items INDEXED BY media_items_lacking_widths
    WHERE lacks_widths = 1 AND deleted_at IS NULL)`;
}

interface MadeWidths {
  id: MediaItemId;
  /** The file that they are made from, as the browser got it. */
  fileKey: string;
  variants: readonly Uint8Array[];
  /** A tiny WebP, base64; "" for none. */
  placeholder: string;
  actor: AccountId;
}

const tooLate = "This picture has its widths already, or shows another file.";

/**
 * Stores the further widths of a picture. Articles that show it are rendered after it (`renderAgain`).
 * @throws {InvalidInputError} for what is no width of it
 * @throws {ConflictError} when it has them, shows another file, or is deleted
 */
export async function addWidths(
  db: Db,
  { id, fileKey, variants, placeholder, actor }: MadeWidths,
  { env, requestId }: StoreScope,
): Promise<void> {
  const waiting = db
    .selectFrom("media_items")
    .select(["id", "name", "type", "width", "height", "sha256"])
    .where("id", "=", id)
    .where("file_key", "=", fileKey)
    .where("lacks_widths", "=", 1)
    .where("deleted_at", "is", null);
  const item = await waiting.executeTakeFirst();
  if (!item) throw new ConflictError(tooLate);
  if (variants.length === 0) throw new InvalidInputError({ variant: ["Send at least one width."] });
  const checked = variants.map((variant) => checkVariant(variant, item));
  const stored = await putVariants(env, { id, name: item.name, sha256: item.sha256, variants: checked });
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    audit: { action: "media.widths_made", detail: { widths: checked.map(({ width }) => width).join(" ") } },
    given: { rows: waiting, conflict: tooLate },
    queries: [
      ...planVariants(db, stored),
      db
        .updateTable("media_items")
        .set({ lacks_widths: 0, ...staleNow, placeholder: checkPlaceholder(placeholder) })
        .where("id", "=", id),
    ],
  });
}

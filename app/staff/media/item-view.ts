import { formatBytes } from "#shared/media/media-library.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import { type readItem, toSummary } from "#worker/media/library/read-item.ts";
import { nameType } from "./name-type.ts";

type Found = NonNullable<Awaited<ReturnType<typeof readItem>>>;

/** What the panel shows of an item. */
export type ItemView = ReturnType<typeof toItemView>;

/** An item for its panel. Dates become text on the server, as on every staff page. */
export function toItemView({ item, uses, former }: Found, { locale, origin }: { locale: string; origin: string }) {
  const summary = toSummary(item);
  return {
    ...summary,
    address: origin + summary.src,
    isDeleted: item.deleted_at !== null,
    behind: item.behind,
    kind: nameType(item.type),
    size: formatBytes(item.bytes),
    added: toInstant(item.created_at, locale),
    maker: item.maker_name ?? item.maker ?? "An account that is gone",
    uses: uses.map(({ id, title, status, is_shown }) => ({
      id: id as string,
      title,
      /** What readers see of it. */
      note: status === "published" && is_shown === 1 ? "published" : status === "archived" ? "withdrawn" : "draft",
    })),
    former: former.map(({ id, type, bytes, width, height, replaced_at }) => ({
      id: id as string,
      words: `${nameType(type)}, ${width > 0 ? `${width} × ${height}, ` : ""}${formatBytes(bytes)}`,
      replaced: toInstant(replaced_at, locale),
    })),
  };
}

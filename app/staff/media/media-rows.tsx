import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatBytes } from "#shared/media/media-library.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import type { BulkAction } from "#app/staff-kit/list/list-strip.tsx";
import { rowForm } from "#app/staff-kit/list/list-strip.tsx";
import type { RowView } from "#app/staff-kit/list/list-table.tsx";
import type { BuiltInView } from "#app/staff-kit/list/list-views.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { LocalTime, toInstant } from "#app/ui/local-time.tsx";
import type { ListedItem } from "#worker/media/library/list-items.ts";
import { mediaList } from "./media-list.ts";
import { nameType } from "./name-type.ts";
import "./recipes.ts";

export type MediaRow = ReturnType<typeof toMediaRows>[number];

/** Rows of the library. Dates become text on the server, as on every staff page. */
export function toMediaRows(items: readonly ListedItem[], locale: string) {
  return items.map(({ id, name, type, bytes, width, height, alt, uses, version, created_at, preview, file_key }) => ({
    id: id as string,
    name,
    alt,
    uses,
    version,
    kind: nameType(type),
    isPicture: width > 0,
    size: formatBytes(bytes),
    measures: width > 0 ? `${width} × ${height}` : "",
    added: toInstant(created_at, locale),
    /** Address of a small picture of it; null for a PDF. */
    preview: width > 0 ? `/media/${preview ?? file_key}` : null,
  }));
}

/** The small picture of a file. Its name stands beside it. */
export function Preview({ src }: { src: string | null }) {
  return src === null ? (
    <span className="media-preview">
      <Icon name="file" />
    </span>
  ) : (
    <span className="media-preview">
      <img src={src} alt="" loading="lazy" decoding="async" />
    </span>
  );
}

/** The cells of the library, by column. The links of the rows keep `query`, what the list shows. */
export function buildMediaCells(query: string): Record<keyof typeof mediaList.columns, (row: MediaRow) => ReactNode> {
  return {
    name: ({ id, name, preview }) => (
      <span className="media-name: [&>a]:overflow-hidden [&>a]:font-600 [&>a]:text-ellipsis">
        <Preview src={preview} />
        <Link data-main="" to={`${mediaList.path}/${id}${query}`} preventScrollReset title={name}>
          {name}
        </Link>
      </span>
    ),
    alt: ({ alt, isPicture }) =>
      alt || !isPicture ? <span className="list-second">{alt}</span> : <Tag tone="warn">No alternative text</Tag>,
    uses: ({ uses }) => (uses > 0 ? countThings(uses, "article") : <span className="list-second">Not used</span>),
    kind: ({ kind, measures }) => (
      <span className="list-second">
        {kind} {measures}
      </span>
    ),
    size: ({ size }) => <span className="list-second">{size}</span>,
    added: ({ added }) => <LocalTime at={added} />,
  };
}

/** A row with what can be done with it alone. */
export function buildMediaView(row: MediaRow, { query, open }: { query: string; open: string | undefined }): RowView {
  const tick = `${row.id}:${row.version}`;
  return {
    name: row.name,
    tick,
    isOpen: row.id === open,
    actions: [
      { name: "Open", icon: "arrow-right", to: `${mediaList.path}/${row.id}${query}` },
      { kind: "separator" },
      row.uses > 0
        ? { name: "Delete", icon: "trash", tone: "danger", unavailable: `Used in ${countThings(row.uses, "article")}.` }
        : {
            name: "Delete",
            icon: "trash",
            tone: "danger",
            submit: { form: rowForm, name: "do", value: `delete ${tick}` },
          },
    ],
  };
}

/** What can be done with several files. It can be undone, so that it does not ask. */
export const bulkActions: readonly BulkAction[] = [{ name: "Delete", icon: "trash", value: "delete" }];

/** The views that everybody has, shown as the list is shown now. */
export function listMediaViews(as: "grid" | "list"): BuiltInView[] {
  return [
    { name: "All files", filters: { as } },
    { name: "Without alternative text", filters: { as, alt: "missing" } },
    { name: "Not used", filters: { as, use: "none" } },
  ];
}

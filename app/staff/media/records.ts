import { foundAtMost, type RecordSource } from "#app/staff/palette/record-source.ts";
import { selectFoundItems } from "#worker/media/library/find-items.ts";
import { page } from "./page.ts";
import { nameType } from "./name-type.ts";

export const recordSource = {
  name: "Files",
  order: 6,
  permission: page.permission,
  find: async (db, words) =>
    (await selectFoundItems(db, { words, limit: foundAtMost }).execute()).map(({ id, name, type, alt }) => ({
      to: `${page.path}/${id}`,
      name,
      note: alt || nameType(type),
    })),
} satisfies RecordSource;

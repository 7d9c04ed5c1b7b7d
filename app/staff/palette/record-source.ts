import type { Permission } from "#shared/permissions.ts";
import type { PaletteItem } from "#app/staff-kit/palette-sources.ts";
import type { Db } from "#worker/db/client.ts";

/** How many records one source finds at most. */
export const foundAtMost = 6;

/** Records that the palette (Ctrl+K) finds: what a folder of this area declares in `records.ts`, for the server alone. */
export interface RecordSource {
  /** The heading above what it finds, such as 'Enquiries'. */
  name: string;
  /** Its place among the groups. */
  order: number;
  /** Who may find them. */
  permission: Permission;
  /** At most `foundAtMost` of them; `words` has two characters or more. */
  find: (db: Db, words: string) => Promise<PaletteItem[]>;
}

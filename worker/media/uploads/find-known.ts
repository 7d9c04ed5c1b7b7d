import type { Doer } from "../../audit/run-versioned.ts";
import type { Db } from "../../db/client.ts";
import type { MediaItemId } from "../../db/media-tables.ts";
import { undeleteItem } from "../library/change-item.ts";
import { findSame } from "./finish.ts";

interface Sought {
  sha256: string;
  replaces?: { id: MediaItemId } | undefined;
  restores?: MediaItemId | undefined;
}

/**
 * The item that makes an upload needless: the one with the same file or, of what an export brings back, the one with its
 * id, which is taken back if it is deleted. Null where there is none.
 */
export async function findKnown(
  db: Db,
  { sha256, replaces, restores }: Sought,
  doer: Doer,
): Promise<MediaItemId | null> {
  if (replaces) return null;
  if (!restores) return sha256 === "" ? null : findSame(db, sha256);
  const found = await db
    .selectFrom("media_items")
    .select(["version", "deleted_at"])
    .where("id", "=", restores)
    .executeTakeFirst();
  if (found && found.deleted_at !== null) await undeleteItem(db, { id: restores, version: found.version, ...doer });
  return found ? restores : null;
}

import { sql } from "kysely";
import { cleanOldPath } from "#shared/imports/old-path.ts";
import type { Db } from "../db/client.ts";

/** Where an address of another site leads whose articles came here; null where it leads nowhere. One query, by its key. */
export async function readOldPath(db: Db, { pathname, search }: URL, now: number): Promise<string | null> {
  const from = cleanOldPath(pathname + search);
  if (from === null) return null;
  const row = await selectOldPath(db, from, now).executeTakeFirst();
  return row?.to_path ?? null;
}

/** The article must be one that readers know: a draft is no place to lead them to. */
export function selectOldPath(db: Db, from: string, now: number) {
  return db
    .selectFrom("redirects")
    .innerJoin("insights", (join) => join.on("insights.slug", "=", sql<string>`substr(redirects.to_path, 11)`))
    .select("to_path")
    .where("from_path", "=", from)
    .where("to_path", "like", "/insights/%")
    .where("insights.status", "<>", "draft")
    .where("insights.publish_at", "<=", now);
}

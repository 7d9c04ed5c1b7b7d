import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import type { ImportId } from "../db/imports-tables.ts";

interface Led {
  /** Paths of the old site, cleaned. */
  from: readonly string[];
  /** The path here that they lead to. */
  to: string;
  importId: ImportId;
  at: number;
}

/**
 * The queries that make old paths lead to `to`. Those that lead somewhere already, or are an address of this site that
 * others lead to, stay as they are.
 */
export function planOldPaths(db: Db, { from, to, importId, at }: Led) {
  const paths = [...new Set(from)].filter((path) => path !== to);
  if (paths.length === 0) return [];
  const wanted = JSON.stringify(paths);
  return [
    db
      .insertInto("redirects")
      .columns(["from_path", "to_path", "created_at"])
      .expression(
        sql`SELECT value, ${to}, ${at} FROM json_each(${wanted})
          WHERE NOT EXISTS (SELECT 1 FROM redirects WHERE from_path = value OR to_path = value OR from_path = ${to})
          AND NOT EXISTS (SELECT 1 FROM insights WHERE slug = substr(value, 11) AND value LIKE '/insights/%')`,
      ),
    db
      .insertInto("import_parts")
      .columns(["import_id", "kind", "part"])
      .expression(
        sql`SELECT ${importId}, 'redirect', from_path FROM redirects
          WHERE from_path IN (SELECT value FROM json_each(${wanted})) AND to_path = ${to} AND created_at = ${at}`,
      )
      .onConflict((conflict) => conflict.doNothing()),
  ];
}

import { sql, type RawBuilder } from "kysely";
import type { Db } from "./client.ts";

interface Move {
  /** Paths on this site, such as "/insights/first". */
  from: string;
  to: string;
  at: number;
  /** Nothing happens where it does not hold when the queries run. */
  condition?: RawBuilder<boolean>;
}

/**
 * Queries after which every redirect to `from`, and `from` itself, leads to `to`. A redirect from an address that is in
 * use again is deleted.
 */
export function movePath(db: Db, { from, to, at, condition = sql<boolean>`TRUE` }: Move) {
  return [
    db.deleteFrom("redirects").where("from_path", "in", [from, to]).where(condition),
    db.updateTable("redirects").set({ to_path: to }).where("to_path", "=", from).where(condition),
    db
      .insertInto("redirects")
      .columns(["from_path", "to_path", "created_at"])
      .expression(
        db
          .selectNoFrom([sql.val(from).as("from_path"), sql.val(to).as("to_path"), sql.val(at).as("created_at")])
          .where(condition),
      ),
  ];
}

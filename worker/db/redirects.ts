import type { Db } from "./client.ts";

interface Move {
  /** Paths on this site, such as "/insights/first". */
  from: string;
  to: string;
  at: number;
}

/**
 * Queries after which every redirect to `from`, and `from` itself, leads to `to`. A redirect from an address that is in
 * use again is deleted.
 */
export function movePath(db: Db, { from, to, at }: Move) {
  return [
    db.deleteFrom("redirects").where("from_path", "in", [from, to]),
    db.updateTable("redirects").set({ to_path: to }).where("to_path", "=", from),
    db.insertInto("redirects").values({ from_path: from, to_path: to, created_at: at }),
  ];
}

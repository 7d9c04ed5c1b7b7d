import { sql } from "kysely";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";

/** The imports that a person made, for the export of their data. */
export function selectImportsOf(db: Db, email: string) {
  return db
    .selectFrom("imports")
    .select(["id", "file", "kind", "posts", "started_at", "finished_at", "undone_at"])
    .where("started_by", "=", sql<AccountId>`(SELECT id FROM accounts WHERE email = ${email})`);
}

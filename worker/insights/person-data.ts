/** The articles that a person worked on, for the export of their data. */
import { sql } from "kysely";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";

export function selectRevisionsOf(db: Db, email: string) {
  return db
    .selectFrom("insight_revisions")
    .select(["insight_id as post_id", "version", "name", "started_at", "saved_at"])
    .where("saved_by", "=", selectIdOf(email));
}

export function selectPresenceOf(db: Db, email: string) {
  return db
    .selectFrom("insight_presence")
    .select(["insight_id as post_id", "seen_at", "typed_at"])
    .where("account_id", "=", selectIdOf(email));
}

function selectIdOf(email: string) {
  return sql<AccountId>`(SELECT id FROM accounts WHERE email = ${email})`;
}

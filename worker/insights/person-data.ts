/** What a person who asks for it is told of the articles they worked on. */
import { sql } from "kysely";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";

export function selectRevisionsOf(db: Db, email: string) {
  return db
    .selectFrom("post_revisions")
    .select(["post_id", "version", "name", "started_at", "saved_at"])
    .where("saved_by", "=", selectIdOf(email));
}

export function selectPresenceOf(db: Db, email: string) {
  return db
    .selectFrom("post_presence")
    .select(["post_id", "seen_at", "typed_at"])
    .where("user_id", "=", selectIdOf(email));
}

function selectIdOf(email: string) {
  return sql<AccountId>`(SELECT id FROM users WHERE email = ${email})`;
}

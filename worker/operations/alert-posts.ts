/** Posts that wait for the webhook. Each is for the address that was set when it was written, and leaves for no other one. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";

/** True while posts still go to `webhookUrl`: who reads the settings and then acts may be later than a change of them. */
export function isStillSet(webhookUrl: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from alert_settings where id = 'site' and webhook_url = ${webhookUrl})`;
}

/** The query that stores a post, unless the address has changed since the settings were read. */
export function planPost(db: Db, { id, body, webhookUrl }: { id: string; body: string; webhookUrl: string }) {
  const at = now();
  const row = db
    .selectNoFrom([
      sql<string>`${id}`.as("id"),
      sql<string>`${body}`.as("body"),
      sql<number>`${at}`.as("created_at"),
      sql<number>`${at}`.as("due_at"),
    ])
    .where(isStillSet(webhookUrl));
  return db.insertInto("alert_posts").columns(["id", "body", "created_at", "due_at"]).expression(row);
}

/** The query that drops what waits: its address is not the address any longer, and a new receiver is not to read it. */
export function dropWaitingPosts(db: Db) {
  return db.deleteFrom("alert_posts").where("due_at", "is not", null);
}

import { sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { isWholeList } from "./opening-lists.ts";

/** Openings that one statement takes off the lists, and how many statements one run makes at most. */
const mostDropped = 500;
const mostRounds = 10;

/**
 * Takes openings that have ended off the lists, so that these hold few that nobody sees. Nothing waits for it: whoever
 * reads leaves ended ones out.
 */
export async function dropEnded(db: Db): Promise<void> {
  const ended = sql`SELECT opening_id FROM opening_lists INDEXED BY opening_lists_by_end
    WHERE ${isWholeList} AND closes_at <= ${now()} ORDER BY closes_at LIMIT ${mostDropped}`;
  for (let round = 0; round < mostRounds; round += 1) {
    const { numAffectedRows } = await sql`DELETE FROM opening_lists WHERE opening_id IN (${ended})`.execute(db);
    if (!numAffectedRows) return;
  }
}

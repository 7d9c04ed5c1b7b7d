import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { readMoveAfter, readSink } from "./open-archive.ts";

/** Days that fail again and again, also where a bucket or database is not bound; and settings that nobody can read. */
export function selectArchiveTrouble(db: Db, env: Env): Compilable {
  try {
    readSink(env);
    readMoveAfter(env);
  } catch {
    return db.selectNoFrom(sql.lit(1).as("trouble"));
  }
  return db.selectFrom("archived_days").select("day").where("attempts", ">=", 3).limit(1);
}

/** Forms that were sent, which are the goals of the figures. Taken by the Worker itself, so none is missing. */
import { type Compilable, sql } from "kysely";
import { z } from "zod";
import { minute } from "#app/shared/durations.ts";
import { longestVisit } from "#app/shared/visit-events.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { Goal } from "./figures/types.ts";
import { clockTolerance } from "./lifetimes.ts";
import { readVisitId, type VisitKey } from "./visit-key.ts";

/** Conversions have the quarter of an hour and not the instant, which would tell whose form it was. */
const quarter = 15 * minute;

const visitSchema = z.uuid({ version: "v7" });
const tableOf = { enquiry: "enquiries", application: "applications" } as const;

interface Conversion {
  goal: Goal;
  /** Of the record that the batch has inserted before. */
  id: string;
  /** The visit that the form names; "" for none. */
  visit: string;
}

/** Counts a form. To be run in the batch that stores its record; without that record it does nothing. */
export function insertConversion(db: Db, { goal, id, visit }: Conversion): Compilable {
  const at = now();
  const key = readVisit(visit, at);
  const insert = sql`insert into conversions (at, goal, started_at, visit_no)
    select cast(${at - (at % quarter)} as integer), ${goal}, cast(${key?.started_at ?? null} as integer),
      cast(${key?.visit_no ?? null} as integer)
    where exists (select 1 from ${sql.table(tableOf[goal])} where id = ${id})`;
  return { compile: () => insert.compile(db) };
}

/** The visit of a form; null for what is no visit's id, and for a visit that cannot be going on. */
function readVisit(text: string, at: number): VisitKey | null {
  const { data } = visitSchema.safeParse(text);
  const key = data === undefined ? null : readVisitId(data);
  if (!key || key.started_at > at + clockTolerance || key.started_at < at - clockTolerance - longestVisit) return null;
  return key;
}

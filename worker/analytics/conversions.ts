/** Forms that were sent, which are the goals of the figures. Taken by the Worker itself, so none is missing. */
import { type Compilable, sql } from "kysely";
import { z } from "zod";
import { day, minute } from "#app/shared/durations.ts";
import { longestVisit } from "#app/shared/visit-events.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { Goal } from "./figures/types.ts";
import { isMoved } from "./archive/move-out.ts";
import { clockTolerance, longestDelay } from "./lifetimes.ts";
import { readVisitId, type VisitKey } from "./visit-key.ts";

/** Conversions have the quarter of an hour and not the instant. Where few forms come, it still tells which form it was. */
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

/** Takes the visit from forms whose visit is not stored, nor in the archive alone, and cannot come any more. Returns how many forms it was. */
export async function forgetLostVisits(db: Db): Promise<{ forms: number }> {
  const { numUpdatedRows } = await db
    .updateTable("conversions")
    .set({ started_at: null, visit_no: null })
    .where("at", "<", now() - longestDelay - day)
    .where("started_at", "is not", null)
    .where(({ not }) => not(isMoved("conversions.started_at")))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("visits")
            .select("visits.visit_no")
            .whereRef("visits.started_at", "=", "conversions.started_at")
            .whereRef("visits.visit_no", "=", "conversions.visit_no"),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return { forms: Number(numUpdatedRows) };
}

/** The visit of a form; null for what is no visit's id, and for a visit that cannot be going on. */
function readVisit(text: string, at: number): VisitKey | null {
  const { data } = visitSchema.safeParse(text);
  const key = data === undefined ? null : readVisitId(data);
  if (!key || key.started_at > at + clockTolerance || key.started_at < at - clockTolerance - longestVisit) return null;
  return key;
}

/** Forms that were sent, which are the goals of the figures. Taken by the Worker itself, so none is missing. */
import { type Compilable, sql } from "kysely";
import { z } from "zod";
import { day, minute } from "#shared/dates/durations.ts";
import { longestVisit } from "#shared/analytics/visit-events.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { isMoved } from "./archive/move-out.ts";
import type { VisitPart } from "./messages.ts";
import { clockTolerance, longestDelay } from "./lifetimes.ts";
import { readVisitId, type VisitKey } from "./visit-key.ts";

/** Conversions have the quarter of an hour and not the instant. Where few forms come, it still tells which form it was. */
export const quarter = 15 * minute;

const visitSchema = z.uuid({ version: "v7" });
const tableOf = { enquiry: "enquiries", application: "applications" } as const;

interface Conversion {
  goal: keyof typeof tableOf;
  /** Of the record that the batch has inserted before. */
  id: string;
  /** The visit that the form names; "" for none. */
  visit: string;
}

/**
 * Counts a form. To be run in the batch that stores its record, directly after the statement that does: where that has stored
 * nothing, because the record is there already, nothing is counted.
 */
export function insertConversion(db: Db, { goal, id, visit }: Conversion): Compilable {
  const at = now();
  const key = readVisit(visit, at);
  const insert = sql`insert into conversions (at, goal, started_at, visit_no)
    select cast(${at - (at % quarter)} as integer), ${goal}, cast(${key?.started_at ?? null} as integer),
      cast(${key?.visit_no ?? null} as integer)
    where changes() = 1 and exists (select 1 from ${sql.table(tableOf[goal])} where id = ${id})`;
  return { compile: () => insert.compile(db) };
}

/** Where files lie that the Worker counts when it hands them out. */
const files = "/media/";

/**
 * Gives a download that the Worker has counted the visit that tells of it, whichever of the same time it is: no row says who
 * asked. A visit has no more of them than it tells of, so a replay changes nothing. To be run after the visits are stored.
 */
export function nameDownloads(
  db: Db,
  parts: readonly Pick<VisitPart, "started_at" | "visit_no" | "events">[],
): Compilable[] {
  return parts.flatMap(({ started_at, visit_no, events }) =>
    events
      .filter(({ name, value }) => name === "download" && value.startsWith(files))
      .map((event): Compilable => {
        const at = started_at + event.at - ((started_at + event.at) % quarter);
        const isOfVisit = sql`started_at = ${started_at} and visit_no = ${visit_no}`;
        const update = sql`update conversions set started_at = ${started_at}, visit_no = ${visit_no} where (at, id) in (
            select at, id from conversions where at between ${at - quarter} and ${at + quarter} and goal = 'download'
              and started_at is null order by abs(at - ${at}), id limit 1)
          and (select count(*) from conversions where ${isOfVisit} and goal = 'download') < (
            select count(*) from visit_events join dimension_values as file on file.id = visit_events.value
            where ${isOfVisit} and visit_events.kind = 2
              and visit_events.name = (select id from dimension_values where dimension = 'event' and value = 'download')
              and substr(file.value, 1, ${files.length}) = ${files})`;
        return { compile: () => update.compile(db) };
      }),
  );
}

/**
 * Takes the visit from forms whose visit is not stored, nor in the archive alone, and cannot come any more. Returns how many
 * forms it was.
 */
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

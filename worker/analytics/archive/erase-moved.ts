import { sql } from "kysely";
import { type Db, runBatch } from "#worker/db/client.ts";
import { type Claim, type DueDay, finishStoring } from "./archived-days.ts";
import type { VisitArchive } from "./types.ts";
import { tallyLines } from "./visit-lines.ts";

/**
 * Erases visitors from a day that the archive alone has. The sums of the day stay, as they do when visits are past their term;
 * what was sought on it goes from them, and forms of these visits no longer say in which one they were sent.
 */
export async function eraseMoved(
  db: Db,
  archive: VisitArchive,
  { day, name, claim }: DueDay & { claim: Claim },
): Promise<boolean> {
  const asked = await db
    .selectFrom("archive_erasures")
    .select(({ cast }) => cast<string>("visitor", "text").as("visitor"))
    .where("day", "=", day)
    .execute();
  const visitors = new Set(asked.map(({ visitor }) => visitor));
  const found: [number, number][] = [];
  for await (const page of archive.readDay(name))
    for (const { started_at, visit_no, visitor } of page) if (visitors.has(visitor)) found.push([started_at, visit_no]);
  if (found.length > 0) {
    const keys = sql`select value ->> 0, value ->> 1 from json_each(${JSON.stringify(found)})`;
    // First what the keys are needed for: after the archive has lost them nobody finds them again.
    await runBatch(db, [
      db
        .updateTable("conversions")
        .set({ started_at: null, visit_no: null })
        .where("started_at", "is not", null)
        .where(sql<boolean>`(started_at, visit_no) in (${keys})`),
      db.deleteFrom("daily_figures").where("day", "=", day).where("dimension", "in", ["search", "missing"]),
    ]);
    await archive.eraseFrom(name, visitors);
  }
  const tally = await tallyLines(archive.readDay(name));
  const done = db
    .deleteFrom("archive_erasures")
    .where("day", "=", day)
    .where(sql<boolean>`visitor in (select cast(value as integer) from json_each(${JSON.stringify([...visitors])}))`);
  return finishStoring(db, claim, { tally, also: [done] });
}

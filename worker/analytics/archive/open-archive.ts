import { day } from "#shared/dates/durations.ts";
import { longestDelay } from "../lifetimes.ts";
import { openD1Archive } from "./d1-archive.ts";
import { openR2Archive } from "./r2-archive.ts";
import { type Sink, sinks, type VisitArchive } from "./types.ts";

/** Where days go: VISIT_ARCHIVE of wrangler.toml. Null while it is off. */
export function readSink({ VISIT_ARCHIVE = "" }: Pick<Env, "VISIT_ARCHIVE">): Sink | null {
  if (VISIT_ARCHIVE === "") return null;
  const sink = sinks.find((each) => each === VISIT_ARCHIVE);
  if (!sink) throw new Error(`VISIT_ARCHIVE is "r2", "d1" or empty, not "${VISIT_ARCHIVE}".`);
  return sink;
}

/** Visits come late for so many days, and never once they have moved. */
const leastDays = longestDelay / day + 7;

/** After how many days visits are moved, so that the archive alone has them: VISITS_MOVE_OUT_DAYS. Null: never. */
export function readMoveAfter({ VISITS_MOVE_OUT_DAYS = "" }: Pick<Env, "VISITS_MOVE_OUT_DAYS">): number | null {
  if (VISITS_MOVE_OUT_DAYS === "") return null;
  const days = Number(VISITS_MOVE_OUT_DAYS);
  if (!Number.isInteger(days) || days < leastDays)
    throw new Error(`VISITS_MOVE_OUT_DAYS is a whole number of days, ${leastDays} or more.`);
  return days;
}

/** @throws {Error} when the deployment has not what this archive needs */
export function openArchive(env: Env, sink: Sink): VisitArchive {
  if (sink === "r2") {
    if (!env.VISITS_BUCKET) throw new Error("No bucket is bound as VISITS_BUCKET.");
    return openR2Archive(env.VISITS_BUCKET);
  }
  const years = Object.keys(env).flatMap((name) => /^VISITS_(\d{4})$/.exec(name)?.[1] ?? []);
  const databases = years.flatMap((year) => {
    const database = env[`VISITS_${Number(year)}`];
    return database ? [[year, database] as const] : [];
  });
  return openD1Archive(new Map(databases));
}

import { z } from "zod";
import { readStages } from "#shared/hiring/hiring-stages.ts";
import { buildDefaultListState, buildListPath } from "#shared/pages/list.ts";
import { isZone } from "#shared/dates/zoned-time.ts";
import type { Cohort } from "#worker/hiring/applications/figures/paths.ts";
import { applicationsList } from "#app/staff/hiring/applications/applications-list.ts";
import { spanReceived } from "#app/staff/lists/day-filters.ts";

export const figuresPath = `${applicationsList.path}/figures`;

/** Days that are offered, the usual number second. */
export const periods = ["30", "90", "365"] as const;

/** Which applications the figures are of: those of a job ("" for all) that were received in the last `days` or on some days. */
export interface Asked {
  job: string;
  /** "" where `from` or `to` is given. */
  days: "" | (typeof periods)[number];
  from: string;
  to: string;
  /** Of the days; "" for UTC. */
  zone: string;
}

/** What an address asks for. A value that makes no sense counts as missing; without days it is 90. */
export function readAsked(query: URLSearchParams): Asked {
  const read = (name: string, values: z.ZodType<string>) => values.safeParse(query.get(name)).data ?? "";
  const [from, to] = [read("from", z.iso.date()), read("to", z.iso.date())];
  const isRange = from !== "" || to !== "";
  return {
    job: read("job", z.union([z.literal("none"), z.uuid()])),
    days: isRange ? "" : ((read("days", z.enum(periods)) || "90") as Asked["days"]),
    from,
    to,
    zone: isRange ? read("zone", z.string().min(1).max(64).refine(isZone)) : "",
  };
}

/** The query of the address that asks for it. */
export function writeAsked({ job, days, from, to, zone }: Asked): string {
  const fields = Object.entries({ job, days: days === "90" ? "" : days, from, to, zone });
  const query = new URLSearchParams(fields.filter(([, value]) => value !== ""));
  return query.size > 0 ? `?${query}` : "";
}

/** The figures of a job, or of all of them (""), of the usual days. */
export function buildFiguresPath(job: string): string {
  return figuresPath + writeAsked({ job, days: "90", from: "", to: "", zone: "" });
}

/** The same for the database, at the instant `at`. */
export function toCohort({ job, days, from, to, zone }: Asked, at: number): Cohort {
  return { job: (job || null) as Cohort["job"], ...spanReceived({ received: days, from, to, zone }, at) };
}

/** The list of the applications that are counted, narrowed down by `filters`. */
export function buildCountedPath(
  { job, days, from, to, zone }: Asked,
  filters: Readonly<Record<string, string>>,
): string {
  const base = { job, received: days, from, to, zone };
  return buildListPath(applicationsList, buildDefaultListState(applicationsList), { filters: { ...base, ...filters } });
}

interface OpeningFacts {
  title: string;
  stages: string | null;
}

/** The stages that are counted by, and the job that they are of; `job` is the JSON of `readFigures`. */
export function readScale(job: string | null) {
  const { title, stages } = (JSON.parse(job ?? "null") as OpeningFacts | null) ?? { title: null, stages: null };
  return { title, stages: readStages(stages) };
}

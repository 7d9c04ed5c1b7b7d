import { type RawBuilder, sql } from "kysely";
import type { ListedJob } from "#app/shared/job.ts";
import { type Db, firstRow, runBatch } from "../db/client.ts";
import { foldText } from "./fold-text.ts";
import type { JobFilters } from "./job-filters.ts";
import { isOpenAt, type ListedRow, readListed, selectListed, selectNextOpening } from "./open-jobs.ts";

export const jobsPerPage = 30;

/** A value that openings can be filtered by, and how many of all open ones have it. */
export interface Facet {
  value: string;
  count: number;
}

type FacetName = "department" | "country" | "workplace" | "employment";

export interface JobList {
  /** One page of the matching openings, newest first. */
  jobs: ListedJob[];
  /** How many openings match, on all pages. */
  matching: number;
  /** How many are open. */
  open: number;
  facets: Record<FacetName, Facet[]>;
  /** When the next opening appears or expires, in epoch milliseconds; null if nothing is known to. */
  changesAt: number | null;
}

interface ListOptions {
  filters: JobFilters;
  now: number;
}

/** One row; the facets are JSON. */
type Figures = Record<FacetName, string> & { matching: number; changes: number | null };

/** The openings that `filters` leave, and what else one could filter by: two queries in one round trip. */
export async function listJobs(db: Db, options: ListOptions): Promise<JobList> {
  const [listed, counted] = await runBatch(db, selectList(db, options));
  const figures = firstRow<Figures>(counted);
  const readFacet = (name: FacetName) => JSON.parse(figures?.[name] ?? "[]") as Facet[];
  const facets = {
    department: readFacet("department"),
    country: readFacet("country"),
    workplace: readFacet("workplace"),
    employment: readFacet("employment"),
  };
  return {
    jobs: ((listed?.results ?? []) as unknown as ListedRow[]).map(readListed),
    matching: figures?.matching ?? 0,
    open: facets.workplace.reduce((sum, { count }) => sum + count, 0),
    facets,
    changesAt: figures?.changes ?? null,
  };
}

/** The queries of `listJobs`, in its order. */
export function selectList(db: Db, { filters, now }: ListOptions) {
  const page = db
    .selectFrom("jobs")
    .select(selectListed)
    .where(isOpenAt(now))
    .where(matchFilters(filters))
    .orderBy("jobs.publish_at", "desc")
    .orderBy("jobs.id", "desc")
    .limit(jobsPerPage)
    .offset((filters.page - 1) * jobsPerPage);
  const figures = sql<Figures>`
    WITH open AS MATERIALIZED (
      SELECT id, department, workplace, employment, closes_at FROM jobs WHERE ${isOpenAt(now)}
    ), reach AS (
      SELECT open.id, place.country FROM open JOIN job_locations AS place ON place.job_id = open.id
      UNION
      SELECT open.id, remote.country FROM open JOIN job_remote_countries AS remote ON remote.job_id = open.id
    )
    SELECT
      (${countBy("department", "open")}) AS department,
      (${countBy("country", "reach")}) AS country,
      (${countBy("workplace", "open")}) AS workplace,
      (${countBy("employment", "open")}) AS employment,
      (SELECT count(*) FROM jobs WHERE ${isOpenAt(now)} AND ${matchFilters(filters)}) AS matching,
      (SELECT min(at) FROM (
        SELECT min(closes_at) AS at FROM open
        UNION ALL SELECT ${selectNextOpening(now)}
      )) AS changes`;
  return [page, { compile: () => figures.compile(db) }];
}

function countBy(name: FacetName, rows: "open" | "reach"): RawBuilder<string> {
  const value = sql.ref(name);
  return sql`SELECT json_group_array(json_object('value', value, 'count', count) ORDER BY value)
    FROM (SELECT ${value} AS value, count(*) AS count FROM ${sql.table(rows)} GROUP BY ${value})`;
}

function matchFilters({ department, country, workplace, employment, q }: JobFilters): RawBuilder<boolean> {
  const words = q === null ? [] : foldText(q).split(" ").filter(Boolean);
  const conditions = [
    department !== null && sql`jobs.department = ${department}`,
    workplace !== null && sql`jobs.workplace = ${workplace}`,
    employment !== null && sql`jobs.employment = ${employment}`,
    country !== null &&
      sql`(EXISTS (SELECT 1 FROM job_locations WHERE job_id = jobs.id AND country = ${country})
        OR EXISTS (SELECT 1 FROM job_remote_countries WHERE job_id = jobs.id AND country = ${country}))`,
    // D1 allows 50 bytes in a LIKE pattern, and none of its wildcards is meant.
    ...words.slice(0, 6).map((word) => sql`instr(jobs.title_key, ${word}) > 0`),
  ].filter((condition) => condition !== false);
  return sql<boolean>`(${sql.join([sql`TRUE`, ...conditions], sql` AND `)})`;
}

import { type RawBuilder, sql } from "kysely";
import type { ListedOpening } from "#shared/hiring/opening.ts";
import { type Db, firstRow, runBatch } from "#worker/db/client.ts";
import { foldTitle } from "./fold-title.ts";
import type { OpeningFilters } from "./opening-filters.ts";
import { type ListedRow, readListed, selectListed } from "./current-openings.ts";
import { isList, isListedAt, selectNextEnd, selectNextOpening, selectNotOpen } from "./opening-lists.ts";

export const openingsPerPage = 30;

/** Words are looked for in the titles of so many openings, the newest of those that fit the other filters. */
export const mostSearched = 1000;

/** A value that openings can be filtered by, and how many of all open ones have it. */
export interface Facet {
  value: string;
  count: number;
}

type FacetName = "department" | "country" | "workplace" | "employment";

export interface OpeningList {
  /** One page of the matching openings, newest first. */
  jobs: ListedOpening[];
  /** How many openings match, on all pages. */
  matching: number;
  /** True when older openings were not searched for the words: see `mostSearched`. */
  isPartial: boolean;
  /** How many are open. */
  open: number;
  facets: Record<FacetName, Facet[]>;
  /** When the next opening appears or expires, in epoch milliseconds; null if nothing is known to. */
  changesAt: number | null;
}

interface ListOptions {
  filters: OpeningFilters;
  now: number;
}

/** One row; the facets are JSON. */
type Figures = Record<FacetName, string> & { matching: number; listed: number; changes: number | null };

/** The openings that `filters` leave, and what else one could filter by: two queries in one round trip. */
export async function listOpenings(db: Db, options: ListOptions): Promise<OpeningList> {
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
    isPartial: findWords(options.filters).length > 0 && (figures?.listed ?? 0) > mostSearched,
    open: facets.workplace.reduce((sum, { count }) => sum + count, 0),
    facets,
    changesAt: figures?.changes ?? null,
  };
}

/** The queries of `listOpenings`, in its order. */
export function selectList(db: Db, { filters, now }: ListOptions) {
  const ids = selectIds(filters, now);
  const page = db
    .selectFrom(
      sql<{ id: string }>`(${ids} LIMIT ${openingsPerPage} OFFSET ${(filters.page - 1) * openingsPerPage})`.as("ids"),
    )
    .crossJoin("openings")
    .whereRef("openings.id", "=", "ids.id")
    .select(selectListed)
    .orderBy("openings.publish_at", "desc")
    .orderBy("openings.id", "desc");
  const figures = sql<Figures>`
    WITH not_open AS MATERIALIZED (${selectNotOpen(now)}),
    surplus AS MATERIALIZED (
      SELECT department, country, workplace, employment, count(*) AS openings
      FROM opening_lists WHERE opening_id IN (SELECT opening_id FROM not_open)
      GROUP BY department, country, workplace, employment
    ), counted AS MATERIALIZED (
      SELECT department, country, workplace, employment,
        openings - coalesce((SELECT surplus.openings FROM surplus WHERE surplus.department = opening_counts.department
          AND surplus.country = opening_counts.country AND surplus.workplace = opening_counts.workplace
          AND surplus.employment = opening_counts.employment), 0) AS openings
      FROM opening_counts WHERE ${hasOneFilter}
    )
    SELECT
      (${readFacetOf("department")}) AS department,
      (${readFacetOf("country")}) AS country,
      (${readFacetOf("workplace")}) AS workplace,
      (${readFacetOf("employment")}) AS employment,
      (${findWords(filters).length > 0 ? sql`SELECT count(*) FROM (${ids})` : countList(filters)}) AS matching,
      (${countList(filters)}) AS listed,
      (SELECT min(at) FROM (SELECT ${selectNextEnd(now)} AS at UNION ALL SELECT ${selectNextOpening(now)})) AS changes`;
  return [page, { compile: () => figures.compile(db) }];
}

/** Ids of the openings that `filters` leave, newest first. Words are looked for in the newest ones only. */
function selectIds(filters: OpeningFilters, now: number): RawBuilder<{ id: string }> {
  const listed = sql<{
    id: string;
  }>`SELECT opening_id AS id FROM opening_lists WHERE ${isList(filters)} AND ${isListedAt(now)}
    ORDER BY publish_at DESC, opening_id DESC`;
  const wanted = findWords(filters);
  if (wanted.length === 0) return listed;
  // D1 allows 50 bytes in a LIKE pattern, and none of its wildcards is meant.
  const conditions = wanted.map((word) => sql`instr(openings.title_key, ${word}) > 0`);
  return sql`SELECT newest.id FROM (${listed} LIMIT ${mostSearched}) AS newest CROSS JOIN openings ON openings.id = newest.id
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY openings.publish_at DESC, openings.id DESC`;
}

/** How many openings a list has at the time of `not_open`. */
function countList(filters: OpeningFilters): RawBuilder<number> {
  return sql`SELECT coalesce((SELECT openings FROM opening_counts WHERE ${isList(filters)}), 0)
    - (SELECT count(*) FROM opening_lists WHERE opening_id IN (SELECT opening_id FROM not_open) AND ${isList(filters)})`;
}

/** Written as the index of these counts is. */
const hasOneFilter = sql<boolean>`(department <> '') + (country <> '') + (workplace <> '') + (employment <> '') = 1`;

function readFacetOf(name: FacetName): RawBuilder<string> {
  const value = sql.ref(name);
  return sql`SELECT json_group_array(json_object('value', ${value}, 'count', openings) ORDER BY ${value})
    FROM counted WHERE ${value} <> '' AND openings > 0`;
}

function findWords({ q }: OpeningFilters): string[] {
  return q === null ? [] : foldTitle(q).split(" ").filter(Boolean).slice(0, 6);
}

import { countPages } from "#shared/pages/pagination.ts";
import { openReads } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { TooManyAttemptsError } from "#worker/lib/errors.ts";
import { limitSearches } from "#worker/lib/limits/limit-searches.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { type OpeningFilters, parseOpeningFilters } from "#worker/hiring/openings/opening-filters.ts";
import {
  type Facet,
  type OpeningList,
  openingsPerPage,
  listOpenings,
  mostSearched,
} from "#worker/hiring/openings/list-openings.ts";
import { toShownOpening, formatCountry } from "./format-opening.server.ts";
import { employmentNames, workplaceNames } from "#shared/hiring/opening-names.ts";

export type Openings = Awaited<ReturnType<typeof loadOpenings>>["openings"];
export type ListedOpenings = Extract<Openings, { state: "listed" }>;
/** Too many searches: again after `retryAfter` seconds. */
export type LimitedOpenings = Extract<Openings, { state: "limited" }>;

interface Option {
  value: string;
  name: string;
}

/**
 * The part of the careers page that comes from the database: the openings that match the address, or that there are
 * none, that this client has searched too often, or that they could not be read. `until` is when this changes next
 * (epoch milliseconds).
 */
export async function loadOpenings(
  { request, url, isShared }: { request: Request; url: URL; isShared: boolean },
  { env, log }: RequestScope,
) {
  const filters = parseOpeningFilters(url.searchParams);
  const at = now();
  try {
    if (filters.q !== null) await limitSearches(request, { env });
    const list = await listOpenings(openReads(env, { isShared }), { filters, now: at });
    const openings = list.open === 0 ? ({ state: "none" } as const) : toShownList(list, filters);
    return { openings, until: list.changesAt, now: at };
  } catch (error) {
    if (error instanceof TooManyAttemptsError)
      return { openings: toLimitedForm(filters, error.retryAfter), until: at, now: at };
    log.error("openings not read", error);
    return { openings: { state: "failed" } as const, until: at, now: at };
  }
}

function toShownList({ jobs, matching, isPartial, open, facets }: OpeningList, filters: OpeningFilters) {
  const { page, ...asked } = filters;
  return {
    state: "listed" as const,
    jobs: jobs.map(toShownOpening),
    matching,
    /** In how many openings words were looked for, where there are more; else null. */
    searched: isPartial ? mostSearched : null,
    open,
    page,
    /** Attributes that name a search on its first page (shared/analytics/user-events.ts). */
    ...(asked.q !== null && page === 1 && { search: { "data-event-search": asked.q, "data-event-found": matching } }),
    pages: countPages(matching, openingsPerPage),
    /** What the form shows, by the names of its fields. */
    asked,
    isFiltered: Object.values(asked).some((value) => value !== null),
    options: listAllOptions(facets, asked),
  };
}

/** The form with what was asked for, to be sent again. */
function toLimitedForm({ department, country, workplace, employment, q }: OpeningFilters, retryAfter: number) {
  const asked = { department, country, workplace, employment, q };
  const facets = { department: [], country: [], workplace: [], employment: [] };
  return { state: "limited" as const, asked, options: listAllOptions(facets, asked), retryAfter };
}

/** The options of each select of the form. */
function listAllOptions(facets: OpeningList["facets"], asked: Omit<OpeningFilters, "page">) {
  return {
    department: listOptions(facets.department, asked.department, (value) => value),
    country: listOptions(facets.country, asked.country, formatCountry),
    workplace: listOptions(
      facets.workplace,
      asked.workplace,
      (value) => workplaceNames[value as keyof typeof workplaceNames],
    ),
    employment: listOptions(
      facets.employment,
      asked.employment,
      (value) => employmentNames[value as keyof typeof employmentNames],
    ),
  };
}

/** The options of a select. Includes the value in the address even if no opening has it. */
function listOptions(facets: readonly Facet[], asked: string | null, nameOf: (value: string) => string): Option[] {
  const values = facets.map(({ value }) => value);
  const all = asked === null || values.includes(asked) ? values : [...values, asked];
  return all.map((value) => ({ value, name: nameOf(value) })).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

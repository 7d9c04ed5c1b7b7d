import { type ExpressionBuilder, sql } from "kysely";
import type { Pay, PayPeriod, Place } from "#shared/hiring/opening.ts";
import type { Database } from "#worker/db/tables.ts";

/** Published, begun and not expired at `now`: what the public sees, and may apply for. */
export function isOpenAt(now: number) {
  return sql<boolean>`(openings.status = 'published' AND openings.publish_at <= ${now} AND openings.closes_at > ${now})`;
}

type OpeningQuery = ExpressionBuilder<Database, "openings">;

/** Columns of an opening with its places and countries in one row, for `readListed`. */
export function selectListed(query: OpeningQuery) {
  return [
    ...listedColumns,
    query
      .selectFrom("opening_locations")
      .whereRef("opening_locations.opening_id", "=", "openings.id")
      .select(
        sql<string>`json_group_array(json_object('city', city, 'region', region, 'country', country) ORDER BY position)`.as(
          "places",
        ),
      )
      .as("places"),
    query
      .selectFrom("opening_remote_countries")
      .whereRef("opening_remote_countries.opening_id", "=", "openings.id")
      .select(sql<string>`json_group_array(country ORDER BY country)`.as("countries"))
      .as("remote_countries"),
  ] as const;
}

const listedColumns = [
  "openings.slug",
  "openings.title",
  "openings.department",
  "openings.workplace",
  "openings.employment",
  "openings.pay_min",
  "openings.pay_max",
  "openings.currency",
  "openings.pay_period",
  "openings.closes_at",
] as const;

/** A row of `selectListed`. Only drafts lack pay or an end, and none of them gets here. */
export interface ListedRow extends Pick<
  Database["openings"],
  "slug" | "title" | "department" | "workplace" | "employment"
> {
  pay_min: number;
  pay_max: number;
  currency: string;
  pay_period: PayPeriod;
  closes_at: number;
  /** JSON. */
  places: string;
  /** JSON. */
  remote_countries: string;
}

export function readListed(row: ListedRow) {
  const pay: Pay = { min: row.pay_min, max: row.pay_max, currency: row.currency, period: row.pay_period };
  return {
    slug: row.slug,
    title: row.title,
    department: row.department,
    workplace: row.workplace,
    employment: row.employment,
    pay,
    places: JSON.parse(row.places) as Place[],
    remoteCountries: JSON.parse(row.remote_countries) as string[],
    closesAt: row.closes_at,
  };
}

import { type RawBuilder, type Selectable, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import type { Place, Workplace } from "#shared/hiring/opening.ts";
import type { OpeningStanding } from "#shared/hiring/opening-standing.ts";
import type { ListCursor } from "#shared/pages/list.ts";
import { readSettings, selectSettings } from "#worker/lib/saved-views.ts";
import { isNotSealed } from "#worker/db/sealed-applications.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import {
  countPage,
  listDirections,
  type PageOrder,
  readPage,
  selectPage,
  type SortColumn,
} from "#worker/db/list-page.ts";
import type { Database } from "#worker/db/tables.ts";
import { foldTitle } from "./fold-title.ts";
import { selectDepartments } from "./read-working.ts";

const openingsPerStaffPage = 25;

/** As the indexes have them: what has no such day stands as if it were far away. */
const endsAt = sql<number>`coalesce(openings.closes_at, 9007199254740991)`;
const beginsAt = sql<number>`coalesce(openings.publish_at, 9007199254740991)`;

/** What the list can be sorted by. */
export const staffOpeningSorts = {
  title: { value: sql<string>`openings.title collate nocase`, kind: "text", index: "openings_by_title" },
  closes: { value: endsAt, kind: "number", index: "openings_by_end" },
  open: { value: beginsAt, kind: "number", index: "openings_by_opening" },
} as const satisfies Record<string, SortColumn & { index: string }>;

/** What of a job asks for work: see `asksFor`. */
type OpeningAttention = "closing" | "ended" | "quiet";

/** A job that closes within this time asks whether it should stay open, in milliseconds. */
const closingWithin = 7 * day;
/** A job that is open for so long asks for attention when nobody has applied within it, in milliseconds. */
const quietAfter = 30 * day;

/** Which jobs are asked for; null for any. */
export interface StaffOpeningFilter {
  standing: OpeningStanding | null;
  department: string | null;
  workplace: Workplace | null;
  /** Only jobs for which this account hires. */
  team: AccountId | null;
  /** Absent or null for any. */
  attention?: OpeningAttention | null;
  /** Parts of titles, or the beginning of a requisition id; "" for anything. */
  words: string;
}

interface AskedOpenings {
  filter: StaffOpeningFilter;
  sort: { by: keyof typeof staffOpeningSorts; direction: "asc" | "desc" };
  cursor: ListCursor | null;
  /** Who reads, and the list that their settings are about. */
  reader: AccountId;
  list: string;
  now: number;
}

export type StaffOpening = Awaited<ReturnType<typeof listOpeningsForStaff>>["rows"][number];

/** One page of jobs with its figures, the departments, and what the reader keeps about the list: four queries in one trip. */
export async function listOpeningsForStaff(db: Db, { filter, sort, cursor, reader, list, now }: AskedOpenings) {
  const order: OpeningOrder = {
    column: staffOpeningSorts[sort.by],
    direction: sort.direction,
    id: "openings.id",
    cursor,
  };
  const listed = selectStaffOpenings(db, { filter, order, now });
  const figures = countStaffOpenings(db, { filter, order, reader, now });
  const departments = selectDepartments(db);
  const settings = selectSettings(db, { user: reader, list });
  const results = await runBatch(db, [listed, figures, departments, settings]);
  const { total, beyond, ...counts } = readRow(figures, results[1]);
  const page = readPage(readRows(listed, results[0]), { total, beyond }, { cursor, size: openingsPerStaffPage });
  return {
    ...page,
    rows: page.rows.map(parseLists),
    figures: counts,
    departments: readRows(departments, results[2]).map(({ department }) => department),
    settings: readSettings(readRow(settings, results[3])),
  };
}

function parseLists<Row extends { places: string; countries: string }>({ places, countries, ...row }: Row) {
  return {
    ...row,
    places: JSON.parse(places) as Pick<Place, "city" | "country">[],
    countries: JSON.parse(countries) as string[],
  };
}

type OpeningOrder = PageOrder & { column: (typeof staffOpeningSorts)[keyof typeof staffOpeningSorts] };

interface Selected {
  filter: StaffOpeningFilter;
  order: OpeningOrder;
  now: number;
}

/** The query of one page: ids first, along the index of the order, then the rows of these few. */
export function selectStaffOpenings(db: Db, { filter, order, now }: Selected) {
  const page = selectPage(
    filterOpenings(db, filter, now, order.column.index).select("openings.id"),
    order,
    openingsPerStaffPage,
  );
  const [byValue, byId] = listDirections(order);
  return db
    .selectFrom(page.as("page"))
    .crossJoin("openings")
    .whereRef("openings.id", "=", "page.id")
    .orderBy(order.column.value, byValue)
    .orderBy("openings.id", byId)
    .select([
      "openings.id",
      "openings.slug",
      "openings.title",
      "openings.department",
      "openings.version",
      "openings.status",
      "openings.workplace",
      "openings.publish_at",
      "openings.closes_at",
      "openings.closed_at",
      isOfStanding("changes", now).$castTo<0 | 1>().as("has_changes"),
      sql<string>`(SELECT json_group_array(json_object('city', city, 'country', country) ORDER BY position)
        FROM opening_locations WHERE opening_id = openings.id)`.as("places"),
      sql<string>`(SELECT json_group_array(country ORDER BY country) FROM opening_remote_countries WHERE opening_id = openings.id)`.as(
        "countries",
      ),
      sql<number>`(SELECT count(*) FROM applications WHERE opening_id = openings.id AND ${isNotSealed})`.as(
        "applications",
      ),
      order.column.value.as("sort_value"),
    ]);
}

/** The query of every number on the page: of the list itself, and of each view. */
export function countStaffOpenings(db: Db, { filter, order, reader, now }: Selected & { reader: AccountId }) {
  const counted = countPage(filterOpenings(db, filter, now), order);
  const count = (standing: OpeningStanding) => sql<number>`count(*) FILTER (WHERE ${isOfStanding(standing, now)})`;
  const figures = db
    .selectFrom(
      sql<Selectable<Database["openings"]>>`openings`.as<"openings">(sql`openings INDEXED BY openings_by_opening`),
    )
    .select([
      sql<number>`count(*)`.as("all"),
      count("draft").as("draft"),
      count("open").as("open"),
      count("internal").as("internal"),
      count("expired").as("expired"),
      count("closed").as("closed"),
      count("changes").as("changes"),
      sql<number>`(SELECT count(*) FROM opening_team WHERE account_id = ${reader})`.as("mine"),
    ]);
  return db.selectFrom([counted.as("counted"), figures.as("counted_views")]).selectAll();
}

/** True of the jobs that stand so; those with changes stand as open too. */
function isOfStanding(standing: OpeningStanding, now: number): RawBuilder<boolean> {
  const isEnded = sql`${endsAt} <= ${now}`;
  const isBegun = sql`${beginsAt} <= ${now}`;
  const conditions: Record<OpeningStanding, RawBuilder<unknown>> = {
    draft: sql`openings.status = 'draft'`,
    scheduled: sql`openings.status = 'published' AND NOT ${isBegun}`,
    open: sql`openings.status = 'published' AND ${isBegun} AND NOT ${isEnded}`,
    changes: sql`openings.status <> 'draft' AND EXISTS (SELECT 1 FROM opening_drafts WHERE opening_id = openings.id)`,
    internal: sql`openings.status = 'internal' AND NOT ${isEnded}`,
    expired: sql`openings.status IN ('published', 'internal') AND ${isEnded}`,
    closed: sql`openings.status = 'closed'`,
  };
  return sql<boolean>`(${conditions[standing]})`;
}

/**
 * True of the jobs that ask for work: `closing` soon; `ended`, although applications of them are worked at or changes wait to
 * be published; or `quiet`, open for long and nobody has applied of late.
 */
function asksFor(attention: OpeningAttention, now: number): RawBuilder<boolean> {
  const conditions: Record<OpeningAttention, RawBuilder<unknown>> = {
    closing: sql`openings.status IN ('published', 'internal') AND openings.closes_at > ${now}
      AND openings.closes_at <= ${now + closingWithin}`,
    ended: sql`${isOfStanding("expired", now)} AND (EXISTS (SELECT 1 FROM opening_drafts WHERE opening_id = openings.id)
      OR EXISTS (SELECT 1 FROM applications INDEXED BY applications_running_by_opening
        WHERE opening_id = openings.id AND ended_at IS NULL))`,
    quiet: sql`${isOfStanding("open", now)} AND openings.publish_at <= ${now - quietAfter} AND NOT EXISTS (
      SELECT 1 FROM applications INDEXED BY applications_by_opening_and_time
        WHERE opening_id = openings.id AND received_at > ${now - quietAfter})`,
  };
  return sql<boolean>`(${conditions[attention]})`;
}

type OrderIndex = OpeningOrder["column"]["index"];

/** The jobs of `filter`, without order or columns, along the index `order`. */
export function filterOpenings(
  db: Db,
  filter: StaffOpeningFilter,
  now: number,
  order: OrderIndex = "openings_by_opening",
) {
  const { standing, department, workplace, team, attention = null, words } = filter;
  const wanted = foldTitle(words).split(" ").filter(Boolean).slice(0, 6);
  const hasWords = wanted.map((word) => sql`instr(openings.title_key, ${word}) > 0`);
  return db
    .selectFrom(
      sql<Selectable<Database["openings"]>>`openings`.as<"openings">(sql`openings INDEXED BY ${sql.ref(order)}`),
    )
    .$if(standing !== null, (query) => query.where(isOfStanding(standing as OpeningStanding, now)))
    .$if(attention !== null, (query) => query.where(asksFor(attention as OpeningAttention, now)))
    .$if(department !== null, (query) => query.where("openings.department", "=", department as string))
    .$if(workplace !== null, (query) => query.where("openings.workplace", "=", workplace as Workplace))
    .$if(team !== null, (query) =>
      query.where(
        "openings.id",
        "in",
        db
          .selectFrom("opening_team")
          .select("opening_id")
          .where("account_id", "=", team as AccountId),
      ),
    )
    .$if(words !== "", (query) =>
      query.where(
        sql<boolean>`((${hasWords.length > 0 ? sql.join(hasWords, sql` AND `) : sql`FALSE`})
          OR instr(lower(openings.requisition_id), lower(${words})) = 1)`,
      ),
    );
}

/** The jobs with these words in their title, or of this requisition id; those that opened last, and drafts, come first. */
export function findStaffOpenings(db: Db, { words, limit, now }: { words: string; limit: number; now: number }) {
  const filter: StaffOpeningFilter = { standing: null, department: null, workplace: null, team: null, words };
  return filterOpenings(db, filter, now)
    .select(["openings.id", "openings.title", "openings.status", "openings.publish_at", "openings.closes_at"])
    .orderBy(staffOpeningSorts.open.value, "desc")
    .limit(limit)
    .execute();
}

/** The present state of these jobs, from which a change of several starts; those that are gone are left out. */
export async function readHeldOpenings(db: Db, ids: readonly OpeningId[]) {
  return db
    .selectFrom("openings")
    .select(["id", "title", "status", "version", "publish_at", "closes_at"])
    .where("id", "in", ids)
    .execute();
}

export type HeldOpening = Awaited<ReturnType<typeof readHeldOpenings>>[number];

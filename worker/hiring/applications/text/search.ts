import { type RawBuilder, sql } from "kysely";
import { type FoundText, searchFields } from "#shared/hiring/application-search.ts";
import type { Db } from "#worker/db/client.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { foldShort } from "#worker/lib/text/fold-text.ts";
import { findTexts } from "./highlight.ts";
import { type Clause, parseSearch } from "./parse-search.ts";
import { refreshForSearch } from "./search-index.ts";

interface Search {
  /** As staff typed it: `parseSearch` says what it may hold. */
  words: string;
  filters?: {
    /** Null: without a role. */
    openingId?: OpeningId | null;
    stages?: readonly string[];
    assigneeId?: AccountId | null;
    /** Received at or after this instant. */
    since?: number;
  };
  /** At most this many, 200 at the most. */
  limit: number;
}

interface Found {
  /** Those with the words in a name first, then the newest. */
  rows: {
    id: ApplicationId;
    name: string;
    stage: string;
    job: string | null;
    /** JSON, as of the job. */
    stages: string | null;
    texts: readonly FoundText[];
  }[];
  /** True when there are more than `limit`. */
  hasMore: boolean;
}

/** The applications that have all the words, with what was found in each. Without a word nothing is found. */
export async function searchApplications(db: Db, { words, filters = {}, limit }: Search): Promise<Found> {
  const clauses = parseSearch(words);
  if (clauses.length === 0) return { rows: [], hasMore: false };
  await refreshForSearch(db);
  const most = Math.min(200, Math.max(1, limit));
  const found = await selectFound(db, clauses, filters)
    .limit(most + 1)
    .execute();
  const rows = found.slice(0, most);
  const texts = await findTexts(
    db,
    rows.map(({ id }) => id),
    clauses,
  );
  return {
    rows: rows.map(({ id, name, stage, job, stages }) => ({
      id,
      name,
      stage,
      job,
      stages,
      texts: texts.get(id) ?? [],
    })),
    hasMore: found.length > most,
  };
}

/** The query of `searchApplications`, without its limit. */
export function selectFound(db: Db, clauses: readonly Clause[], filters: NonNullable<Search["filters"]> = {}) {
  const { openingId, stages, assigneeId, since } = filters;
  return (
    db
      .selectFrom("application_search as searched")
      .innerJoin("applications", "applications.id", "searched.application_id")
      .leftJoin("openings", "openings.id", "applications.opening_id")
      .select([
        "applications.id",
        "applications.name",
        "applications.stage",
        "openings.title as job",
        "openings.stages",
      ])
      .where(hasClauses(clauses))
      .$if(openingId !== undefined, (query) => query.where("opening_id", "is", openingId ?? null))
      .$if(stages !== undefined, (query) => query.where("stage", "in", stages ?? []))
      .$if(assigneeId !== undefined, (query) => query.where("assignee_id", "is", assigneeId ?? null))
      .$if(since !== undefined, (query) => query.where("received_at", ">=", since ?? 0))
      .orderBy(isNamed(clauses), "desc")
      .orderBy("received_at", "desc")
      // The last of two that came at once.
      .orderBy("applications.id", "desc")
  );
}

/**
 * True of the applications that have all the words that staff typed: a condition for a query of `applications`, such as that
 * of a list with pages. Null where nothing was typed. Call `refreshForSearch` before the query.
 */
export function matchWords(words: string): RawBuilder<boolean> | null {
  const clauses = parseSearch(words);
  if (clauses.length === 0) return null;
  return sql<boolean>`applications.id in (select searched.application_id from application_search as searched
    where ${hasClauses(clauses)})`;
}

function hasClauses(clauses: readonly Clause[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(clauses.map(hasClause), sql` and `)}`;
}

/** The index finds who has each of the words, and the folded texts tell whether they stand together. */
function hasClause({ field, words, spelled = words, joined, isBeginning }: Clause): RawBuilder<boolean> {
  const bits = field === null ? 0 : 1 << searchFields.indexOf(field);
  const within = field === null ? sql`` : sql` and fields & ${sql.lit(bits)} <> 0`;
  const hasTerm = (terms: readonly string[], mayGoOn: boolean) => {
    // Folded words have letters, digits, "+" and "#" alone. D1 takes 100 values in a query, and a page asks four times.
    const ranges = [...new Set(terms)].map((term) =>
      mayGoOn
        ? sql`(term >= ${sql.lit(term)} and term < ${sql.lit(`${term}\u{10ffff}`)})`
        : sql`term = ${sql.lit(term)}`,
    );
    return sql`searched.id in (select document from application_terms where (${sql.join(ranges, sql` or `)})${within})`;
  };
  const has = words.map((word, index) =>
    hasTerm([word, spelled[index] ?? word], isBeginning && index === words.length - 1),
  );
  if (words.length > 1) {
    const phrase = ` ${words.map(foldShort).join(" ")}${isBeginning ? "" : " "}`;
    // Each field ends with a border, so that no phrase reaches into the next.
    const fields = (field === null ? searchFields : [field]).map((each) => sql.ref(`searched.${each}`));
    has.push(sql`instr(${sql.join(fields, sql` || `)}, ${sql.lit(phrase)}) > 0`);
  }
  const apart = sql.join(has, sql` and `);
  return joined === undefined
    ? sql<boolean>`(${apart})`
    : sql<boolean>`((${apart}) or ${hasTerm([joined], isBeginning)})`;
}

/** 1 where the first words are in the name or the address. */
function isNamed([first]: readonly Clause[]): RawBuilder<number> {
  const phrase = ` ${first?.words.map(foldShort).join(" ") ?? ""}`;
  return sql<number>`(instr(searched.name, ${phrase}) > 0 or instr(searched.email, ${phrase}) > 0)`;
}

import { type RawBuilder, sql } from "kysely";
import { bannerHashes } from "#shared/analytics/consent.ts";
import type { ListCursor } from "#shared/pages/list.ts";
import { readSettings, selectSettings } from "#worker/lib/saved-views.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import { countPage, type PageOrder, readPage, selectPage } from "#worker/db/list-page.ts";

const proofsPerPage = 25;

/** Which proofs are asked for. */
export interface ProofFilter {
  /** Null for both. */
  status: "accepted" | "rejected" | null;
  /** A version of the banner; `other` for what is none of ours; null for all. */
  version: string | null;
  /** ISO 3166 alpha-2; `none` for unknown; null for all. */
  country: string | null;
  /** Chosen at this instant or later, in epoch milliseconds. */
  since: number | null;
  /** The id of the choice or how it begins; "" for any. */
  words: string;
}

interface AskedProofs {
  filter: ProofFilter;
  direction: "asc" | "desc";
  cursor: ListCursor | null;
  /** Who reads, and the list that their settings are about. */
  reader: AccountId;
  list: string;
}

/** One page of the ledger, the countries to choose from, and what the reader keeps about the list, in one trip. */
export async function listProofs(db: Db, { filter, direction, cursor, reader, list }: AskedProofs) {
  const order = orderProofs(filter, direction, cursor);
  const proofs = selectProofs(db, filter, order, proofsPerPage);
  const counts = countProofs(db, filter, order);
  const countries = selectCountries(db);
  const settings = selectSettings(db, { user: reader, list });
  const results = await runBatch(db, [proofs, counts, countries, settings]);
  return {
    ...readPage(readRows(proofs, results[0]), readRow(counts, results[1]), { cursor, size: proofsPerPage }),
    countries: readRows(countries, results[2]).map(({ country }) => country),
    settings: readSettings(readRow(settings, results[3])),
  };
}

export type ListedProof = Awaited<ReturnType<typeof listProofs>>["rows"][number];

/** By time, from `cursor` on. Few proofs begin with the same words: they are found by their ids, and then put in order. */
export function orderProofs(
  { words }: Pick<ProofFilter, "words">,
  direction: "asc" | "desc",
  cursor: ListCursor | null,
): PageOrder {
  const value = words === "" ? sql<number>`consent_records.chosen_at` : sql<number>`+consent_records.chosen_at`;
  return { column: { value, kind: "number" }, direction, id: "consent_records.choice_id", cursor };
}

export function selectProofs(db: Db, filter: ProofFilter, order: PageOrder, size: number) {
  const columns = [
    "choice_id as id",
    "status",
    "chosen_at",
    "received_at",
    "banner_version",
    "banner_hash",
    "gpc",
    "country",
    "device",
    "browser",
    "language",
    "referrer_host",
  ] as const;
  return selectPage(filterProofs(db, filter).select(columns), order, size);
}

export function countProofs(db: Db, filter: ProofFilter, order: PageOrder) {
  return countPage(filterProofs(db, filter), order);
}

/** Each country once: one step of the index for each, however many proofs there are. */
export function selectCountries(db: Db) {
  return db
    .withRecursive("found(country)", (query) =>
      query
        .selectFrom("consent_records")
        .select(sql<string | null>`min(country)`.as("country"))
        .where("country", ">", "")
        .unionAll(
          query
            .selectFrom("found")
            .select(
              sql<string | null>`(select min(country) from consent_records where country > found.country)`.as(
                "country",
              ),
            )
            .where("found.country", "is not", null),
        ),
    )
    .selectFrom("found")
    .select("country")
    .where("country", "is not", null)
    .$narrowType<{ country: string }>();
}

function filterProofs(db: Db, { status, version, country, since, words }: ProofFilter) {
  return db
    .selectFrom("consent_records")
    .$if(status !== null, (query) => query.where("consent_records.status", "=", status ?? "accepted"))
    .$if(version === "other", (query) => query.where(isOfOthers()))
    .$if(version !== null && version !== "other", (query) =>
      query.where("consent_records.banner_version", "=", version),
    )
    .$if(country === "none", (query) => query.where("consent_records.country", "is", null))
    .$if(country !== null && country !== "none", (query) => query.where("consent_records.country", "=", country))
    .$if(since !== null, (query) => query.where("consent_records.chosen_at", ">=", since ?? 0))
    .$if(words !== "", (query) => query.where(beginsWith(words)));
}

/** As rates are counted by version: the index has it. The hash was stored for each version of ours, and for no other. */
function isOfOthers(): RawBuilder<boolean> {
  return sql<boolean>`coalesce(consent_records.banner_version, '') not in (${sql.join(Object.keys(bannerHashes))})`;
}

/** Ids have hex digits and hyphens, and all of these come before "g". */
function beginsWith(words: string): RawBuilder<boolean> {
  const start = words.toLowerCase();
  if (!/^[0-9a-f-]{1,36}$/.test(start)) return sql<boolean>`false`;
  return sql<boolean>`(consent_records.choice_id >= ${start} and consent_records.choice_id < ${`${start}g`})`;
}

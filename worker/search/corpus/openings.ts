import { sql } from "kysely";
import { isOpenAt, type ListedRow, readListed, selectListed } from "#worker/hiring/openings/current-openings.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import type { Db } from "../../db/client.ts";
import { readSections } from "./read-html.ts";
import type { Source } from "./source.ts";

const prefix = "opening:";
const countries = new Intl.DisplayNames("en", { type: "region" });

/** What is to be found of the openings with these keys at `at`. Those that are not in the answer do not exist. One query. */
export async function readOpenings(db: Db, keys: readonly string[], at: number): Promise<Source[]> {
  const ids = JSON.stringify(keys.map((key) => key.slice(prefix.length)));
  const rows = await db
    .selectFrom("openings")
    .select(selectListed)
    .select(["openings.id", "summary", "html", "status", "publish_at", "updated_at", isOpenAt(at).as("is_open")])
    .where("openings.id", "in", sql<OpeningId>`(SELECT value FROM json_each(${ids}))`)
    .execute();
  return Promise.all(
    rows.map(async (row): Promise<Source> => {
      const { id, summary, html, status, publish_at, closes_at, updated_at } = row;
      const key = prefix + id;
      if (!row.is_open) {
        const isAhead = status === "published" && publish_at !== null && publish_at > at;
        return { key, document: null, changesAt: isAhead ? publish_at : null };
      }
      const { slug, title, department, workplace, employment, places, remoteCountries } = readListed(row as ListedRow);
      const where = [
        ...places.map(({ city, region, country }) => [city, region, nameCountry(country)].filter(Boolean).join(", ")),
        ...remoteCountries.map(nameCountry),
      ];
      const facts = [department, workplace, employment, ...new Set(where)].join("; ");
      const head = { anchor: "", trail: [], text: `${summary} ${facts}.` };
      const changedAt = Math.max(updated_at, publish_at ?? 0);
      const sections = [head, ...(await readSections(html))];
      const document = { key, kind: "opening", path: `/careers/${slug}`, title, summary, changedAt, sections };
      return { key, document, changesAt: closes_at };
    }),
  );
}

function nameCountry(code: string): string {
  return countries.of(code) ?? code;
}

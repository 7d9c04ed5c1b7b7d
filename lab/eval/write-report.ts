import type { Local } from "../../scripts/lib/open-local.ts";
import { day } from "../../shared/dates/durations.ts";
import { openDb } from "../../worker/db/client.ts";
import { openSearchDb } from "../../worker/search/engine/search-db.ts";
import { readQueryLog } from "../../worker/search/staff/query-log.ts";
import { findGaps, type Gap } from "./find-gaps.ts";
import { readDuplicates } from "./read-duplicates.ts";

/** What is asked and not answered in the 90 days before `now`, and passages of different documents that say the same. */
export async function writeReport({ db: d1, searchDb }: Pick<Local, "db" | "searchDb">, now: number): Promise<string> {
  const db = openDb(d1);
  const period = { from: now - 90 * day, to: now, words: "", sort: "times", skip: 0, most: 100 } as const;
  const nothing = await readQueryLog(db, { ...period, shown: "nothing" });
  const unopened = await readQueryLog(db, { ...period, shown: "unopened" });
  const gaps = findGaps([...nothing, ...unopened.filter(({ empty }) => empty === 0)]);
  const duplicates = await readDuplicates(openSearchDb(searchDb));
  return [
    `Asked in 90 days and not answered: ${gaps.length}`,
    ...gaps.map(writeGap),
    `Nearly the same, words in common and cosine: ${duplicates.length}`,
    ...duplicates.map(
      ({ likeness, cosine, one, other }) =>
        `  ${(100 * likeness).toFixed(0).padStart(3)} %  ${cosine.toFixed(3)}  ${[one, other].map(writePlace).join("  ")}`,
    ),
  ].join("\n");
}

function writeGap({ text, also, times, empty, unopened, reason }: Gap): string {
  const why = reason === "nothing found" ? `nothing found ${empty} times` : `nothing opened ${unopened} times`;
  return `  ${String(times).padStart(4)} times  ${[text, ...also].join(", ")}: ${why}`;
}

function writePlace({ path, anchor }: { path: string; anchor: string }): string {
  return anchor === "" ? path : `${path}#${anchor}`;
}

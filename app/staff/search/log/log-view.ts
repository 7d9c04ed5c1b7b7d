import { day } from "#shared/dates/durations.ts";
import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import { readQueryLog } from "#worker/search/staff/query-log.ts";
import type { Reading } from "../read-part.ts";
import { buildLogPath, type LogAsked, readLogAsked } from "./asked.ts";

export interface LogView {
  asked: LogAsked;
  total: string;
  rows: {
    text: string;
    times: string;
    empty: string;
    unopened: string;
    found: string;
    last: Instant;
  }[];
  previousTo: string | null;
  nextTo: string | null;
}

const pageSize = 50;

/** What visitors who accepted searched for. One trip. */
export async function loadLog({ search, query, locale, at }: Reading): Promise<LogView> {
  const asked = readLogAsked(query);
  const found = await readQueryLog(search.db, {
    from: at - Number(asked.days) * day,
    to: at,
    shown: asked.shown,
    words: asked.words,
    sort: asked.sort,
    skip: (asked.page - 1) * pageSize,
    most: pageSize,
  });
  const number = new Intl.NumberFormat(locale);
  const all = found[0]?.all ?? 0;
  return {
    asked,
    total: number.format(all),
    rows: found.map((row) => ({
      text: row.text,
      times: number.format(row.times),
      empty: row.empty === 0 ? "–" : number.format(row.empty),
      unopened: row.unopened === 0 ? "–" : number.format(row.unopened),
      found: row.found === null ? "–" : number.format(row.found),
      last: toInstant(row.lastAt, locale),
    })),
    previousTo: asked.page > 1 ? buildLogPath(asked, { page: asked.page - 1 }) : null,
    nextTo: asked.page * pageSize < all ? buildLogPath(asked, { page: asked.page + 1 }) : null,
  };
}

import { cleanLine } from "#app/shared/clean-line.ts";
import { day } from "#app/shared/durations.ts";
import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import { type LogShown, type LogSort, readQueryLog } from "#worker/search/staff/query-log.ts";
import { buildPartPath } from "../parts.ts";
import type { Reading } from "../read-part.ts";

export const logShown: Record<LogShown, string> = {
  all: "All searches",
  nothing: "Nothing found",
  unopened: "Found, nothing opened",
};

export interface LogAsked {
  days: "7" | "30" | "90";
  shown: LogShown;
  words: string;
  sort: LogSort;
  page: number;
}

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
const mostPages = 200;

/** Values that make no sense count as missing. */
export function readLogAsked(query: URLSearchParams): LogAsked {
  const pick = <Value extends string>(name: string, values: readonly Value[], otherwise: Value) =>
    values.find((value) => value === query.get(name)) ?? otherwise;
  const page = Number(query.get("p") ?? "1");
  return {
    days: pick("days", ["7", "30", "90"], "30"),
    shown: pick("show", ["all", "nothing", "unopened"], "all"),
    words: cleanLine(query.get("q") ?? "", 80),
    sort: pick("sort", ["times", "last"], "times"),
    page: Number.isInteger(page) && page > 0 && page <= mostPages ? page : 1,
  };
}

export function buildLogPath(asked: LogAsked, change: Partial<LogAsked> = {}): string {
  const { days, shown, words, sort, page } = { ...asked, page: 1, ...change };
  return buildPartPath("log", {
    days: days === "30" ? "" : days,
    show: shown === "all" ? "" : shown,
    q: words,
    sort: sort === "times" ? "" : sort,
    p: page === 1 ? "" : page,
  });
}

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

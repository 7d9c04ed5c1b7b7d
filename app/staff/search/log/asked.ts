/** What the address of the query log asks for. */
import { cleanLine } from "#shared/text/clean-line.ts";
import type { LogShown, LogSort } from "#worker/search/staff/query-log.ts";
import { buildPartPath } from "../parts.ts";

const mostPages = 200;

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

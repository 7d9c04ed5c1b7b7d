import { listDays } from "#shared/dates/zoned-buckets.ts";
import { type Db, readRow, runBatch } from "../../db/client.ts";
import { listQueries, selectFigures, toFigures } from "../figures/read-figures.ts";
import type { Figures, FiguresQuery, Period } from "../figures/types.ts";

type Asked = FiguresQuery & { previous: Period };

interface Clock {
  /** When the first visit began, or the first day with figures. */
  first: number | null;
  /** Now, in epoch milliseconds. */
  at: number;
}

/** Figures of days that are all computed, those compared with too; null while one of them is not, or nothing was counted. */
export async function readRolledFigures(db: Db, query: Asked, { first, at }: Clock): Promise<Figures | null> {
  const span = { from: Math.max(query.previous.from, first ?? Infinity), to: query.period.to };
  if (span.from >= span.to) return null;
  const rolled = db
    .selectFrom("rolled_days")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("day", ">=", listDays(span, query.zone)[0]?.from ?? span.from)
    .where("day", "<", span.to);
  const figures = selectFigures(db, query);
  const [counted, ...found] = await runBatch(db, [rolled, ...listQueries(figures)]);
  if (readRow(rolled, counted).count < listDays(span, query.zone).length) return null;
  return toFigures(figures, found, { query, now: at });
}

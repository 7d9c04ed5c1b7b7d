/** Sums of days that are computed of visits. migrations/0013_analytics.sql says what each column is. */
import type { Generated } from "kysely";
import type { ColumnsOf } from "./columns.ts";

interface RolledDaysTable {
  day: number;
  ends: number;
}

interface DailyFiguresTable {
  day: number;
  dimension: string;
  value: Generated<number>;
  detail: Generated<number>;
  visitors: Generated<number>;
  visits: Generated<number>;
  views: Generated<number>;
  bounces: Generated<number>;
  engaged_ms: Generated<number>;
  hits: Generated<number>;
}

interface DailyVitalsTable {
  day: number;
  path: number;
  measured: number;
  /** JSON object by the number of a vital, of texts (vital-text.ts). */
  counts: string;
  /** JSON object by device: `{ times, counts }`. */
  devices: string;
}

interface DailyReturnsTable {
  day: number;
  /** The day on which these visitors came before; 0 for never. */
  previous: number;
  visitors: number;
}

export interface FiguresTables {
  rolled_days: RolledDaysTable;
  daily_figures: DailyFiguresTable;
  daily_returns: DailyReturnsTable;
  daily_vitals: DailyVitalsTable;
}

export const figuresColumns = {
  rolled_days: ["day", "ends"],
  daily_figures: [
    "day",
    "dimension",
    "value",
    "detail",
    "visitors",
    "visits",
    "views",
    "bounces",
    "engaged_ms",
    "hits",
  ],
  daily_returns: ["day", "previous", "visitors"],
  daily_vitals: ["day", "path", "measured", "counts", "devices"],
} as const satisfies ColumnsOf<FiguresTables>;

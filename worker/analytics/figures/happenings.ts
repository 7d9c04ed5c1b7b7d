/** What happened in a period and may explain its numbers. */
import { type Compilable, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import type { Db } from "#worker/db/client.ts";
import type { FiguresQuery } from "./types.ts";

/** The most that are read, the latest first. */
const listedHappenings = 1000;

/** A campaign begins on the first day that brought so many visits, if no day of those before it brought as many. */
export const campaignVisits = 10;
export const campaignDays = 90;

export interface Happening {
  kind: "note" | "article" | "opening" | "campaign";
  /** Of an annotation, its id; of others, "". */
  id: string;
  at: number;
  /** What somebody wrote, a title, or the name of a campaign. */
  text: string;
  /** The path of what was published; "" for others. */
  path: string;
  version: number;
  /** The account that wrote it; null for one that is gone, and where nobody wrote it. */
  author: string | null;
}

/**
 * Annotations of staff, and, unless only these are asked for, automatic ones: articles and openings when readers saw
 * them first, and campaigns on the day on which they began. Nothing of it is stored twice. Campaigns are read from the sums
 * of days, so one appears once its first day is over.
 */
export function selectHappenings(db: Db, { period, happenings = "all" }: FiguresQuery): Compilable<Happening> {
  const { from, to } = period;
  const isWithin = (column: "at" | "publish_at") => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
  const others = sql`
    union all select 'article', '', publish_at, title, '/insights/' || slug, 0, null from insights
      where status in ('published', 'archived') and trashed_at is null and ${isWithin("publish_at")}
    union all select 'opening', '', publish_at, title, '/careers/' || slug, 0, null from openings
      where status in ('published', 'closed') and ${isWithin("publish_at")}
    union all select 'campaign', '', busy.day, word.value, '', 0, null
      from (select rolled_days.day, figures.value,
          lag(rolled_days.day) over (partition by figures.value order by rolled_days.day) as last
        from rolled_days cross join daily_figures as figures on figures.day = rolled_days.day
          and figures.dimension = 'campaign' and figures.value <> 0 and figures.visits >= ${campaignVisits}
        where rolled_days.day >= ${from - campaignDays * day} and rolled_days.day < ${to}) as busy
      join dimension_values as word on word.id = busy.value
      where busy.day >= ${from} and (busy.last is null or busy.last < busy.day - ${campaignDays * day})`;
  const select = sql<Happening>`select 'note' as kind, id, at, text, '' as path, version, created_by as author
      from annotations where ${isWithin("at")}
    ${happenings === "all" ? others : sql``}
    order by at desc, kind desc, id limit ${listedHappenings}`;
  return { compile: () => select.compile(db) };
}

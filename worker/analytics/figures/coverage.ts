/** Of everybody who made a choice, how many accepted: whatever the filters, for who rejected has no visits. */
import { type Compilable, sql } from "kysely";
import { type Db, readRows } from "#worker/db/client.ts";
import type { Sql } from "../insert-rows.ts";
import { listPeriods, type Part, withRolled } from "./spans.ts";
import type { Coverage, FiguresQuery, Period } from "./types.ts";

interface ChoicesRow extends Coverage {
  part: Part;
}

/** `accepted, rejected` of rows of `consent_records`. */
const counted = sql`count(*) filter (where status = 'accepted'), count(*) filter (where status = 'rejected')`;

/** Of days that are rolled from their sums, of others from the proofs. */
export function selectCoverage(db: Db, query: FiguresQuery): Compilable<ChoicesRow> {
  const select = sql<ChoicesRow>`with ${withRolled(listPeriods(query))},
    choices(part, accepted, rejected) as (
      select part, figures.visits, figures.hits from rolled cross join daily_figures as figures
      on figures.day = rolled.day and figures.dimension = 'choices'
      union all
      select part, ${counted} from open cross join consent_records
      on consent_records.chosen_at >= open.starts and consent_records.chosen_at < open.ends group by 1)
    select part, sum(accepted) as accepted, sum(rejected) as rejected from choices group by 1`;
  return { compile: () => select.compile(db) };
}

export function toCoverage(select: Compilable<ChoicesRow>, result: D1Result | undefined, part: Part): Coverage {
  const row = readRows(select, result).find((each) => each.part === part);
  return { accepted: row?.accepted ?? 0, rejected: row?.rejected ?? 0 };
}

/** The choices of a day, as a statement of the transaction that rolls it. */
export function rollChoices({ from, to }: Period): Sql {
  return sql`insert into daily_figures (day, dimension, visits, hits) select ${from}, 'choices', ${counted}
    from consent_records where chosen_at >= ${from} and chosen_at < ${to}`;
}

import { sql } from "kysely";
import { type Db, firstRow, readRow, readRows, runBatch } from "#worker/db/client.ts";
import { clockTolerance } from "./lifetimes.ts";
import { visitFacts } from "./messages.ts";
import { hashToNumber } from "./visit-key.ts";
import { findVisitsOf } from "./visitor-days.ts";
import { type VisitorWords, visitorWords } from "./write-visitors.ts";

const note =
  "All that is stored under this visitor number; what was sent seconds ago may be missing. The proof of your choice is " +
  "stored without the number, so it cannot be found by it. Times are in UTC, lengths in milliseconds.";

const noteOfMoved = " Ask us for older visits, which are in our archive and not in this file: those from before ";

/** A column of ids as its words. */
function word(column: string) {
  return sql<string | null>`(select value from dimension_values as word where word.id = ${sql.ref(column)})`;
}

/** Everything that is stored of a visitor, in words. `visitor` is null and `visits` empty where nothing is. */
export async function exportVisitor(db: Db, visitorId: string) {
  const key = await hashToNumber(visitorId);
  const listed = sql`(select value ->> 0, value ->> 1 from json_each(${JSON.stringify(
    (await findVisitsOf(db, [key])).map(({ started_at, visit_no }) => [started_at, visit_no]),
  )}))`;
  const isListed = sql<boolean>`(started_at, visit_no) in ${listed}`;
  const visitor = db
    .selectFrom("visitors")
    .select(["first_visit", "received_at", "idle_since", "first_at", "returns"])
    .select(Object.keys(visitorWords).map((name) => word(name).as(name as VisitorWords)))
    .where(sql<boolean>`visitor = cast(${key} as integer)`);
  const visits = db
    .selectFrom("visits")
    .select(["started_at", "visit_no", "views", "events as named_events", "engaged_ms", "length_ms", "left_scroll"])
    .select("left_vitals")
    .select(sql<string | null>`cast(network as text)`.as("network_hash"))
    .select([...visitFacts, "entry" as const, "exit" as const].map((name) => word(name).as(name)))
    .where(isListed)
    .orderBy("started_at");
  const events = db
    .selectFrom("visit_events")
    .select(["started_at", "visit_no", "seq", "kind", "amount", "engaged_ms", "scroll", "vitals"])
    .select(sql<number>`started_at + at_ms`.as("at"))
    .select(
      (["path", "name", "value", "from_path", "properties"] as const).map((name) =>
        word(`visit_events.${name}`).as(name),
      ),
    )
    .where(isListed)
    .orderBy("started_at")
    .orderBy("visit_no")
    .orderBy("seq");
  const forms = db
    .selectFrom("conversions")
    .select(["at", "goal", "started_at", "visit_no"])
    .where("started_at", "is not", null)
    .where(isListed)
    .orderBy("at");
  const moved = db
    .selectFrom("archived_days")
    .select(({ fn, ref }) => fn.max<number | null>(ref("ends")).as("until"))
    .where("moved_at", "is not", null)
    .where(
      "ends",
      ">",
      sql<number>`(select received_at - ${clockTolerance} from visitors
      where visitor = cast(${key} as integer))`,
    );
  const results = await runBatch(db, [visitor, visits, events, forms, moved]);
  const known = firstRow<Awaited<ReturnType<(typeof visitor)["executeTakeFirstOrThrow"]>>>(results[0]);
  const byVisit = Map.groupBy(readRows(events, results[2]), (row) => `${row.started_at} ${row.visit_no}`);
  const formsOf = Map.groupBy(readRows(forms, results[3]), (row) => `${row.started_at} ${row.visit_no}`);
  const { until } = readRow(moved, results[4]);
  return {
    note: until === null ? note : `${note}${noteOfMoved}${asIso(until)}.`,
    visitor: known
      ? {
          ...known,
          first_visit: asIso(known.first_visit),
          received_at: asIso(known.received_at),
          idle_since: asIso(known.idle_since),
          first_at: known.first_at === null ? null : asIso(known.first_at),
          returns: (JSON.parse(known.returns) as number[]).map(asIso),
        }
      : null,
    visits: Array.from(readRows(visits, results[1]), ({ started_at, visit_no, left_vitals, ...visit }) => ({
      started_at: asIso(started_at),
      ...visit,
      left_vitals: parse(left_vitals),
      forms_sent: (formsOf.get(`${started_at} ${visit_no}`) ?? []).map(({ at, goal }) => ({
        form: goal,
        quarter: asIso(at),
      })),
      events: (byVisit.get(`${started_at} ${visit_no}`) ?? []).map(
        ({ seq, at, kind, path, name, value, vitals, ...event }) => ({
          number: seq,
          at: asIso(at),
          path,
          name: name ?? (kind === 1 ? "view" : "measured"),
          value,
          amount: event.amount,
          properties: parse(event.properties) ?? [],
          page_before: event.from_path,
          page_before_engaged_ms: event.engaged_ms,
          page_before_scroll: event.scroll,
          page_before_vitals: parse(vitals),
        }),
      ),
    })),
  };
}

function asIso(instant: number): string {
  return new Date(instant).toISOString();
}

function parse(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

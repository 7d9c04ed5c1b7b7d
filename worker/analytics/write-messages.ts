import { type Compilable, type RawBuilder, sql } from "kysely";
import { type Db, openDb, runBatch } from "#worker/db/client.ts";
import { type AnalyticsTables } from "#worker/db/analytics-tables.ts";
import { columns } from "#worker/db/tables.ts";
import { hashText } from "#worker/lib/hash-text.ts";
import type { VisitorMessage } from "./messages.ts";

type Kind = VisitorMessage["kind"];
type OfKind<K extends Kind> = Extract<VisitorMessage, { kind: K }>;
type Row = Record<string, unknown>;
type Sql = RawBuilder<unknown>;

/** D1 takes no value over 2 MB; a thousand rows at their limits stay under it. */
const rowsPerStatement = 1000;

/**
 * Stores messages in one transaction. Each row has a key that a replay repeats, and a row that is there already stays
 * as it is, but for the time of an erasure, which only moves on: writing the same messages again, together or in any
 * order, changes nothing.
 */
export async function writeMessages(d1: D1Database, messages: readonly VisitorMessage[]): Promise<void> {
  const db = openDb(d1);
  const accepted = await Promise.all(pick(messages, "accepted").map(addVisitorHash));
  const erasures = await Promise.all(
    pick(messages, "erasure").map(async ({ visitor_id, erased_at }) => ({
      visitor_id,
      erased_at,
      visitor_hash: await hashText(visitor_id),
    })),
  );
  const choices = [...accepted, ...pick(messages, "rejected")].map(({ choice }) => [choice.choice_id, choice] as const);
  // Of a choice that comes twice the first stays, as it does from one batch to the next.
  const firstOfEach = [...new Map(choices.toReversed()).values()];
  const queries = [
    ...insertNew(db, "erased_visitors", erasures, { onConflict: keepLatestErasure }),
    ...insertNew(db, "consent_records", firstOfEach, { where: notStored }),
    ...insertNew(db, "visitors", accepted.map(toVisitorRow), { where: notErased }),
    ...insertNew(db, "page_views", accepted.flatMap(toViewRows), { where: notErased }),
    ...insertNew(db, "dropped_records", pick(messages, "dropped")),
    ...(erasures.length > 0
      ? eraseVisitors(
          db,
          erasures.map(({ visitor_id }) => visitor_id),
        )
      : []),
  ];
  if (queries.length > 0) await runBatch(d1, queries);
}

function pick<K extends Kind>(messages: readonly VisitorMessage[], kind: K): OfKind<K>[] {
  return messages.filter((message): message is OfKind<K> => message.kind === kind);
}

type Accepted = OfKind<"accepted"> & { visitor_hash: string };

async function addVisitorHash(message: OfKind<"accepted">): Promise<Accepted> {
  return { ...message, visitor_hash: await hashText(message.visitor.visitor_id) };
}

function toVisitorRow({ choice, visitor, visitor_hash }: Accepted): Row {
  const { choice_id, received_at, country, device, browser } = choice;
  return { ...visitor, choice_id, received_at, country, device, browser, visitor_hash };
}

function toViewRows({ choice, visitor, views, visitor_hash }: Accepted): Row[] {
  const { visitor_id } = visitor;
  return views.map((view) => ({ ...view, visitor_id, received_at: choice.received_at, visitor_hash }));
}

/** A record that was received before its visitor was erased comes too late. */
const notErased = sql<boolean>`not exists (
  select 1 from erased_visitors as erased
  where erased.visitor_hash = entry.value ->> 'visitor_hash' and erased.erased_at >= entry.value ->> 'received_at'
)`;

/** The proof of a choice is append-only: its trigger stops an insert over a row before ON CONFLICT is looked at. */
const notStored = sql<boolean>`not exists (
  select 1 from consent_records as stored where stored.choice_id = entry.value ->> 'choice_id'
)`;

/** A visitor who came back and erases anew is erased up to then. */
const keepLatestErasure = sql`(visitor_hash) do update set erased_at = excluded.erased_at
  where excluded.erased_at > erased_visitors.erased_at`;

/**
 * `INSERT … SELECT … FROM json_each(?)`: one bound value however many rows, since D1 binds at most 100. Only a key
 * that exists is passed over; a row against a CHECK fails the batch instead of vanishing.
 */
function insertNew(
  db: Db,
  table: keyof AnalyticsTables,
  rows: readonly object[],
  { where = sql<boolean>`true`, onConflict = sql`do nothing` }: { where?: Sql; onConflict?: Sql } = {},
): Compilable[] {
  const names = sql.join(columns[table].map((column) => sql.ref(column)));
  const values = sql.join(columns[table].map((column) => sql`entry.value ->> ${sql.lit(column)}`));
  const chunks = Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, index) =>
    JSON.stringify(rows.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement)),
  );
  return chunks.map((chunk) => ({
    compile: () =>
      sql`insert into ${sql.table(table)} (${names}) select ${values} from json_each(${chunk}) as entry
        where ${where} on conflict ${onConflict}`.compile(db),
  }));
}

/**
 * Deletes what belongs to these visitors. Views are searched from a fortnight before their visitor's first record on,
 * the longest that a queue holds a message back, plus the day that a view may be old: an unknown id searches nothing.
 */
function eraseVisitors(db: Db, ids: readonly string[]): Compilable[] {
  const listed = sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;
  const since = db
    .selectFrom("visitors")
    .select((row) => sql<number>`${row.fn.min("received_at")} - ${15 * 86_400_000}`.as("since"))
    .where("visitor_id", "in", listed);
  return [
    db.deleteFrom("page_views").where("viewed_at", ">=", since).where("visitor_id", "in", listed),
    db.deleteFrom("visitors").where("visitor_id", "in", listed),
  ];
}

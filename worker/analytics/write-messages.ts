import { type Compilable, sql } from "kysely";
import { type Db, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { nameDownloads } from "./conversions.ts";
import { rollBeforeMoved } from "./figures/roll-days.ts";
import { field, insertNew, type Sql, writeRows } from "./insert-rows.ts";
import { longestDelay } from "./lifetimes.ts";
import type { VisitorMessage } from "./messages.ts";
import { openDays } from "./visitor-days.ts";
import { hashErased, identifyPart, identifyRecord } from "./visitor-keys.ts";
import { visitsOfRecords } from "./visits-of-records.ts";
import { writeVisitors } from "./write-visitors.ts";
import { notErased, planVisits } from "./write-visits.ts";

type Kind = VisitorMessage["kind"];
type OfKind<K extends Kind> = Extract<VisitorMessage, { kind: K }>;

/**
 * Stores messages in one transaction, and erases in another one. It is idempotent: each row has a key that is the same in a replay, and existing
 * rows are not changed. Only the times of an erasure and of a visitor's latest visit move on, and how a visit was left.
 * So messages may be written again, together or in any order. An erasure reaches what any subject stores of a visitor.
 */
export async function writeMessages(
  db: Db,
  messages: readonly VisitorMessage[],
  scope: Pick<RequestScope, "env" | "subjects" | "requestId">,
): Promise<void> {
  const { env } = scope;
  const accepted = pick(messages, "accepted");
  // A message older than the tombstones is dropped: it is no longer known whether its visitor was erased.
  const oldest = now() - longestDelay;
  const current = await Promise.all(
    accepted.filter(({ choice }) => choice.received_at >= oldest).map((message) => identifyRecord(env, message)),
  );
  const collected = pick(messages, "visit").filter(({ received_at }) => received_at >= oldest);
  const received = [
    ...collected.map((part) => Object.assign(part, { isMeasured: true })),
    ...(await visitsOfRecords(db, current)),
  ];
  const parts = await Promise.all(received.map((part) => identifyPart(env, part)));
  const choices = [...accepted, ...pick(messages, "rejected")].map(({ choice }) => [choice.choice_id, choice] as const);
  // If a choice comes twice, the first one counts, within a batch as between batches.
  const firstOfEach = [...new Map(choices.toReversed()).values()];
  const queries = [
    ...insertNew(db, "erased_visitors", await listErasures(env, pick(messages, "erasure")), {
      onConflict: keepLatestErasure,
    }),
    ...writeRows(db, firstOfEach, openChosenDays),
    ...insertNew(db, "consent_records", firstOfEach, { where: notStored }),
    ...writeVisitors(db, current, notErased),
    ...insertNew(
      db,
      "conversions",
      pick(messages, "download").map(({ at, id }) => ({
        at,
        id,
        goal: "download" as const,
        started_at: null,
        visit_no: null,
      })),
    ),
    ...planVisits(db, parts),
    ...nameDownloads(db, parts),
    ...insertNew(db, "dropped_records", pick(messages, "dropped")),
  ];
  if (queries.length > 0) await runBatch(db, queries);
  // What is to be erased is read once the tombstones are stored: nothing can come any more.
  const erasures = await eraseFrom(db, pick(messages, "erasure"), scope);
  if (erasures.length === 0) return;
  await runBatch(db, erasures);
  await rollBeforeMoved(db);
}

function pick<K extends Kind>(messages: readonly VisitorMessage[], kind: K): OfKind<K>[] {
  return messages.filter((message): message is OfKind<K> => message.kind === kind);
}

async function eraseFrom(
  db: Db,
  erasures: readonly OfKind<"erasure">[],
  { subjects, requestId }: Pick<RequestScope, "subjects" | "requestId">,
): Promise<Compilable[]> {
  const erased = erasures.map(({ visitor_id }) => visitor_id);
  if (erased.length === 0) return [];
  return (await Promise.all(subjects.map(({ erase }) => erase?.visitors?.(db, erased, requestId) ?? []))).flat();
}

function listErasures(env: Env, erasures: readonly OfKind<"erasure">[]) {
  return Promise.all(
    erasures.map(async ({ visitor_id, erased_at }) => ({
      erased_at,
      visitor_hash: await hashErased(env.AUTH_SECRET, visitor_id),
    })),
  );
}

/** The proof of a choice is append-only: its trigger stops an insert over a row before ON CONFLICT is looked at. */
const notStored = sql<boolean>`not exists (
  select 1 from consent_records as stored where stored.choice_id = entry.value ->> 'choice_id'
)`;

/** Days that get another choice are no longer rolled. */
function openChosenDays(entries: Sql): Sql {
  return openDays(
    sql`chosen.at`,
    sql`(select ${field("chosen_at")} as at from ${entries} where ${notStored}) as chosen`,
  );
}

/** A repeated erasure extends the tombstone. */
const keepLatestErasure = sql`(visitor_hash) do update set erased_at = excluded.erased_at
  where excluded.erased_at > erased_visitors.erased_at`;

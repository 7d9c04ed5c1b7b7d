import { type Compilable, sql } from "kysely";
import { type Db, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { hashText, toUuid } from "#worker/lib/hash-text.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { insertNew } from "./insert-rows.ts";
import { longestDelay } from "./lifetimes.ts";
import type { VisitorMessage } from "./messages.ts";
import { startOfDay } from "./network.ts";
import { gatherVisits, listWords } from "./visit-rows.ts";
import { hashErased, keyVisitor } from "./visitor-keys.ts";
import { type ReceivedPart, visitsOfRecords } from "./visits-of-records.ts";
import { writeVisitors } from "./write-visitors.ts";
import { writeVisits } from "./write-visits.ts";

type Kind = VisitorMessage["kind"];
type OfKind<K extends Kind> = Extract<VisitorMessage, { kind: K }>;
type Subjects = RequestScope["subjects"];

/**
 * Stores messages in one transaction. It is idempotent: each row has a key that is the same in a replay, and existing
 * rows are not changed. Only the times of an erasure and of a visitor's latest visit move on, and how a visit was left.
 * So messages may be written again, together or in any order. An erasure reaches what any subject stores of a visitor.
 */
export async function writeMessages(
  db: Db,
  messages: readonly VisitorMessage[],
  { env, subjects }: Pick<RequestScope, "env" | "subjects">,
): Promise<void> {
  const accepted = pick(messages, "accepted");
  // A message older than the tombstones is dropped: it is no longer known whether its visitor was erased.
  const oldest = now() - longestDelay;
  const current = await Promise.all(
    accepted
      .filter(({ choice }) => choice.received_at >= oldest)
      .map(async (message) => ({ ...message, keys: await keyVisitor(env, message.visitor.visitor_id) })),
  );
  const collected = pick(messages, "visit").filter(({ received_at }) => received_at >= oldest);
  const received = [...collected, ...(await visitsOfRecords(db, current))];
  const parts = await Promise.all(received.map((part) => identifyPart(env, part)));
  const choices = [...accepted, ...pick(messages, "rejected")].map(({ choice }) => [choice.choice_id, choice] as const);
  // If a choice comes twice, the first one is kept, within a batch as between batches.
  const firstOfEach = [...new Map(choices.toReversed()).values()];
  const queries = [
    ...insertNew(db, "erased_visitors", await listErasures(env, pick(messages, "erasure")), {
      onConflict: keepLatestErasure,
    }),
    ...insertNew(db, "consent_records", firstOfEach, { where: notStored }),
    ...writeVisitors(db, current, notErased),
    ...writeVisits(db, { rows: gatherVisits(parts), words: listWords(parts), mayStore: notErased }),
    ...insertNew(db, "dropped_records", pick(messages, "dropped")),
    ...(await eraseFrom(db, subjects, pick(messages, "erasure"))),
  ];
  if (queries.length > 0) await runBatch(db, queries);
}

function pick<K extends Kind>(messages: readonly VisitorMessage[], kind: K): OfKind<K>[] {
  return messages.filter((message): message is OfKind<K> => message.kind === kind);
}

async function eraseFrom(db: Db, subjects: Subjects, erasures: readonly OfKind<"erasure">[]): Promise<Compilable[]> {
  const erased = erasures.map(({ visitor_id }) => visitor_id);
  if (erased.length === 0) return [];
  return (await Promise.all(subjects.map(({ erase }) => erase?.visitors?.(db, erased) ?? []))).flat();
}

function listErasures(env: Env, erasures: readonly OfKind<"erasure">[]) {
  return Promise.all(
    erasures.map(async ({ visitor_id, erased_at }) => ({
      erased_at,
      visitor_hash: await hashErased(env.AUTH_SECRET, visitor_id),
    })),
  );
}

async function identifyPart(env: Env, part: ReceivedPart) {
  const { visitor_id, received_at, started_at, visit_no } = part;
  const dropId = async (...about: (string | number)[]) =>
    toUuid(await hashText(JSON.stringify([...about, started_at, visit_no])));
  const day = startOfDay(received_at);
  return {
    ...part,
    ...(await keyVisitor(env, visitor_id)),
    day,
    excess_id: await dropId("excess", day),
    automated_id: await dropId("automated"),
  };
}

/**
 * An erased id is refused as long as its tombstone exists, whenever the record was received: a record that was in the
 * queue during the erasure, or is sent again, is received later.
 */
const notErased = sql<boolean>`not exists (
  select 1 from erased_visitors as erased
  where erased.visitor_hash in (entry.value ->> 'visitor_hash', entry.value ->> 'former_hash')
)`;

/** The proof of a choice is append-only: its trigger stops an insert over a row before ON CONFLICT is looked at. */
const notStored = sql<boolean>`not exists (
  select 1 from consent_records as stored where stored.choice_id = entry.value ->> 'choice_id'
)`;

/** A repeated erasure extends the tombstone. */
const keepLatestErasure = sql`(visitor_hash) do update set erased_at = excluded.erased_at
  where excluded.erased_at > erased_visitors.erased_at`;

import { sql } from "kysely";
import { day } from "#app/shared/durations.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { hashText, toUuid } from "#worker/lib/hash-text.ts";
import { macText } from "#worker/lib/secrets.ts";
import { insertNew } from "./insert-rows.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { longestDelay } from "./lifetimes.ts";
import type { VisitorMessage } from "./messages.ts";
import { countViews, pruneSources, isWithinShare, startOfDay } from "./view-share.ts";

type Kind = VisitorMessage["kind"];
type OfKind<K extends Kind> = Extract<VisitorMessage, { kind: K }>;
type Row = Record<string, unknown>;

/**
 * Stores messages in one transaction. It is idempotent: each row has a key that is the same in a replay, and existing
 * rows are not changed. Only the times of an erasure and of a visitor's latest record move on. So messages may be
 * written again, together or in any order. An erasure reaches what any subject stores of a visitor.
 */
export async function writeMessages(
  db: Db,
  messages: readonly VisitorMessage[],
  { env, subjects }: Pick<RequestScope, "env" | "subjects">,
): Promise<void> {
  const accepted = pick(messages, "accepted");
  // A message older than the tombstones is dropped: it is no longer known whether its visitor was erased.
  const current = accepted.filter(({ choice }) => choice.received_at >= now() - longestDelay);
  const keyed = await Promise.all(current.map((message) => addKeys(env, message)));
  const views = [...new Map(keyed.flatMap(toViewRows)).values()];
  const erasures = await Promise.all(
    pick(messages, "erasure").map(async ({ visitor_id, erased_at }) => ({
      visitor_id,
      erased_at,
      visitor_hash: await hashVisitor(env.AUTH_SECRET, visitor_id),
    })),
  );
  const erased = erasures.map(({ visitor_id }) => visitor_id);
  const choices = [...accepted, ...pick(messages, "rejected")].map(({ choice }) => [choice.choice_id, choice] as const);
  // If a choice comes twice, the first one is kept, within a batch as between batches.
  const firstOfEach = [...new Map(choices.toReversed()).values()];
  const mayStore = sql`${notErased} and ${isWithinShare}`;
  const queries = [
    ...insertNew(db, "erased_visitors", erasures, { onConflict: keepLatestErasure }),
    ...insertNew(db, "consent_records", firstOfEach, { where: notStored }),
    ...countViews(db, views, notErased),
    ...insertNew(db, "visitors", keyed.map(toVisitorRow), { where: mayStore, onConflict: keepLatestVisit }),
    ...insertNew(db, "page_views", views, { where: mayStore }),
    ...(views.length > 0 ? [pruneSources(db)] : []),
    ...insertNew(db, "dropped_records", pick(messages, "dropped")),
    ...(erased.length > 0 ? subjects.flatMap(({ erase }) => erase?.visitors?.(db, erased) ?? []) : []),
  ];
  if (queries.length > 0) await runBatch(db, queries);
}

function pick<K extends Kind>(messages: readonly VisitorMessage[], kind: K): OfKind<K>[] {
  return messages.filter((message): message is OfKind<K> => message.kind === kind);
}

/**
 * The hash under which an erased id is stored, so that a person who knows an id cannot tell from the table whether it
 * was erased.
 */
async function hashVisitor(secret: string, visitorId: string): Promise<string> {
  return hashText(await macText(secret, "erased visitor", visitorId));
}

type Keyed = OfKind<"accepted"> & {
  keys: { visitor_hash: string; former_hash: string | null; drop_id: string; day: number };
};

async function addKeys(env: Env, message: OfKind<"accepted">): Promise<Keyed> {
  const { choice, visitor, views, source } = message;
  const start = startOfDay(choice.received_at);
  const drop_id = toUuid(await hashText(JSON.stringify([start, source, visitor.visitor_id, views])));
  const visitor_hash = await hashVisitor(env.AUTH_SECRET, visitor.visitor_id);
  const [, former] = listSecrets(env);
  // A number that was erased before AUTH_SECRET was replaced has its tombstone under the former one.
  const former_hash = former === undefined ? null : await hashVisitor(former, visitor.visitor_id);
  return { ...message, keys: { visitor_hash, former_hash, drop_id, day: start } };
}

function toVisitorRow({ choice, visitor, source, keys }: Keyed): Row {
  const { choice_id, received_at, country, device, browser } = choice;
  // No view is more than a day ahead of its record.
  const idle_since = startOfDay(received_at) + 2 * day;
  return { ...visitor, choice_id, received_at, idle_since, country, device, browser, source, ...keys };
}

/** A visitor's latest views come with every record: each is one row, under its key. */
function toViewRows({ visitor, views, source, keys }: Keyed): [key: string, row: Row][] {
  const { visitor_id } = visitor;
  return views.map((view) => [
    JSON.stringify([view.viewed_at, visitor_id, view.path]),
    { ...view, visitor_id, source, ...keys },
  ]);
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

/** The term of a visitor counts from the latest record, whichever comes last. */
const keepLatestVisit = sql`(visitor_id) do update set idle_since = excluded.idle_since
  where excluded.idle_since > visitors.idle_since`;

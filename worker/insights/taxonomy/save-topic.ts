import { sql } from "kysely";
import type { z } from "zod";
import { runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { TagId } from "#worker/db/insights-tables.ts";
import { movePath } from "#worker/db/redirects.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import { makeSlug } from "#shared/text/make-slug.ts";
import { planPurgeOfAll, type SaveScope } from "../purge-insight.ts";
import { sendPurge } from "../purges.ts";
import {
  pathOfTopic,
  type TopicFields,
  type TopicInput,
  type TopicKind,
  topicSchemas,
} from "#shared/insights/topic.ts";
import { tableOf, type TopicIds } from "./topic-table.ts";

export interface MadeTopic<Kind extends TopicKind> {
  id: TopicIds[Kind];
  slug: string;
  name: string;
}

export type NewTopic<Kind extends TopicKind> = TopicInput<Kind> & { actor: AccountId | null; id?: TopicIds[Kind] };

/**
 * Stores an author, a category or a tag, under a fresh id unless it says one. Its address is made of its name likewise.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when its address is taken
 */
export async function createTopic<Kind extends TopicKind>(
  db: Db,
  kind: Kind,
  { actor, id = newId<TopicIds[Kind]>(), ...input }: NewTopic<Kind>,
  { requestId }: Pick<SaveScope, "requestId">,
): Promise<MadeTopic<Kind>> {
  const row = toRow(kind, input as unknown as TopicInput<Kind>);
  const at = now();
  const columns = Object.entries({ id, ...row, created_at: at, updated_at: at });
  const insert = sql`INSERT INTO ${sql.table(tableOf(kind))} (${sql.join(columns.map(([column]) => sql.ref(column)))})
    VALUES (${sql.join(columns.map(([, value]) => value))})`;
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    audit: { action: "topic.created", detail: { kind, slug: row.slug } },
    queries: [
      { compile: () => insert.compile(db) },
      // The address is in use again.
      db.deleteFrom("redirects").where("from_path", "=", pathOfTopic(kind, row.slug)),
    ],
  }).catch((error: unknown) => refuseTaken(kind, error));
  return { id, slug: row.slug, name: row.name };
}

export type TopicChange<Kind extends TopicKind> = NewTopic<Kind> & {
  id: TopicIds[Kind];
  /** The version that was read; another one means ConflictError, and nothing has changed. */
  version: number;
};

/**
 * Changes what is said of an author, a category or a tag. A new address leaves a redirect at the old one; "" keeps it.
 * Returns the new version.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when somebody else has changed it since, or its address is taken
 * @throws {NotFoundError} when it is gone
 */
export async function changeTopic<Kind extends TopicKind>(
  db: Db,
  kind: Kind,
  { id, version, actor, ...input }: TopicChange<Kind>,
  scope: SaveScope,
): Promise<number> {
  const table = tableOf(kind);
  const before = await db
    .selectFrom(table)
    .select("slug")
    .where("id", "=", id as TagId)
    .executeTakeFirst();
  if (!before) throw new NotFoundError();
  const row = toRow(kind, { ...input, slug: input.slug || before.slug } as unknown as TopicInput<Kind>);
  const moves = row.slug !== before.slug;
  const at = now();
  const purge = planPurgeOfAll(db);
  const next = await runVersioned(db, {
    actor,
    requestId: scope.requestId,
    table,
    id: id as TagId,
    version,
    where: sql<boolean>`slug = ${before.slug}`,
    set: { ...row, updated_at: at },
    audit: { action: "topic.changed", detail: { kind, slug: row.slug, ...(moves && { before: before.slug }) } },
    conflict: "Somebody else has changed this since you opened it.",
    queries: [
      ...(moves ? movePath(db, { from: pathOfTopic(kind, before.slug), to: pathOfTopic(kind, row.slug), at }) : []),
      purge.query,
    ],
  }).catch((error: unknown) => refuseTaken(kind, error));
  await sendPurge(db, purge, scope);
  return next;
}

/** The columns that hold `input`. */
function toRow<Kind extends TopicKind>(kind: Kind, input: TopicInput<Kind>) {
  const fields = parseInput<z.ZodType<TopicFields<Kind>>>(topicSchemas[kind] as never, input);
  const slug = fields.slug || makeSlug(fields.name);
  if (slug === "")
    throw new InvalidInputError({ slug: ["Enter an address: the name has no letters that it could be made of."] });
  const row = { ...fields, slug };
  return "links" in row ? { ...row, links: JSON.stringify(row.links) } : row;
}

function refuseTaken(kind: TopicKind, error: unknown): never {
  if (/UNIQUE constraint failed: \w+\.slug/.test(String(error)))
    throw new ConflictError(`There is ${kind === "author" ? "an" : "a"} ${kind} with this address already.`, {
      cause: error,
    });
  throw error;
}

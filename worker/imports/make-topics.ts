import { makeSlug } from "#shared/text/make-slug.ts";
import { pathOfTopic, type TopicKind } from "#shared/insights/topic.ts";
import { runBatch, type Db } from "../db/client.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { ImportId } from "../db/imports-tables.ts";
import { createTopic } from "../insights/taxonomy/save-topic.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, InvalidInputError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { TopicWish } from "./import-schema.ts";
import { type KnownTopic, selectTopics, topicKinds } from "./look-up.ts";
import { takeOver } from "./import-parts.ts";
import { planOldPaths } from "./old-paths.ts";

interface Wish {
  importId: ImportId;
  topics: readonly TopicWish[];
  actor: AccountId | null;
}

/**
 * What became of a name: `asked` is the name as it was sent. `isNew` says that this import has made it, now or before it was
 * interrupted; `why`, why there is no such topic.
 */
export type MadeTopic = { asked: string; kind: TopicKind } & (
  | { topic: Omit<KnownTopic, "kind">; isNew: boolean; why: null }
  | { topic: null; why: string }
);

/**
 * Authors, categories and tags by these names: those that there are, and new ones. Said again, it makes none twice. What an
 * import that was taken back has left belongs to this one from now on.
 */
export async function makeTopics(
  db: Db,
  { importId, topics, actor }: Wish,
  scope: Pick<RequestScope, "requestId">,
): Promise<MadeTopic[]> {
  const made: MadeTopic[] = [];
  for (const wish of topics) {
    const { kind, name: asked } = wish;
    const found = await findTopic(db, wish);
    if (found) {
      made.push({ kind, asked, topic: found, isNew: false, why: null });
      continue;
    }
    try {
      const { id, slug, name } = await create(db, wish, { actor, scope });
      await runBatch(db, [
        db
          .insertInto("import_parts")
          .values({ import_id: importId, kind, part: id })
          .onConflict((conflict) => conflict.doNothing()),
        ...planOldPaths(db, { from: wish.paths, to: pathOfTopic(kind, slug), importId, at: now() }),
      ]);
      made.push({ kind, asked, topic: { id, slug, name }, isNew: true, why: null });
    } catch (error) {
      if (!(error instanceof InvalidInputError || error instanceof ConflictError)) throw error;
      const why = error instanceof InvalidInputError ? Object.values(error.fields).flat().join(" ") : error.message;
      made.push({ kind, asked, topic: null, why });
    }
  }
  const list = (kind: TopicKind) => made.flatMap((each) => (each.kind === kind && each.topic ? [each.topic.id] : []));
  await runBatch(
    db,
    topicKinds.map((kind) => takeOver(db, { importId, kind, ids: list(kind) })),
  );
  const parts = await db
    .selectFrom("import_parts")
    .select("part")
    .where("import_id", "=", importId)
    .where("kind", "in", topicKinds)
    .execute();
  const own = new Set(parts.map(({ part }) => part));
  return made.map((each) => (each.topic ? Object.assign(each, { isNew: own.has(each.topic.id) }) : each));
}

async function findTopic(db: Db, { kind, name, slug }: TopicWish) {
  const rows = await selectTopics(db, kind, [name]).execute();
  const exact = rows.find((row) => row.name.toLowerCase() === name.toLowerCase());
  if (slug === "") return exact ?? rows[0];
  // An export names the address, and names may be the same.
  const [own] = await selectTopics(db, kind, [slug]).execute();
  return own?.slug === slug ? own : undefined;
}

function create(
  db: Db,
  { kind, name, slug, role, bio, description, links }: TopicWish,
  { actor, scope }: { actor: AccountId | null; scope: Pick<RequestScope, "requestId"> },
): Promise<{ id: string; slug: string; name: string }> {
  // A name without a letter that an address could be made of, such as one in Chinese.
  const address = slug || makeSlug(name) || `${kind}-${crypto.randomUUID().slice(0, 8)}`;
  const base = { name, slug: address, actor };
  if (kind === "author") return createTopic(db, kind, { ...base, role, bio, links }, scope);
  if (kind === "category") return createTopic(db, kind, { ...base, description }, scope);
  return createTopic(db, kind, base, scope);
}

import { readOwn } from "#shared/text/read-own.ts";
import type { TopicKind } from "#shared/insights/topic.ts";
import type { AskedTopic, ImportSettings } from "#worker/imports/import-schema.ts";
import type { MadeTopic } from "#worker/imports/make-topics.ts";
import type { ExportedTopic } from "#shared/imports/site-export.ts";
import type { Plan, PlannedPost } from "./plan.ts";

/** Topics of one request. */
const atOnce = 40;

/** The name of an author, a category or a tag that posts without a category get, where the site has none. */
export const generalCategory = "General";

export interface TopicIds {
  /** The id of a topic here, by its name in the file; of an export, by its slug. Undefined where it could not be made. */
  find: (kind: TopicKind, name: string) => string | undefined;
  /** Of an author of the file, by key. */
  findAuthor: (key: string) => string | undefined;
  /** Authors that this import has made, by slug. */
  newAuthors: ReadonlyMap<string, string>;
}

interface Wanted {
  plan: Plan;
  toSend: readonly PlannedPost[];
  settings: ImportSettings;
  importId: string;
}

type Send = <Answer>(body: object) => Promise<Answer>;

/** Finds or makes the authors, categories and tags of all posts that are sent. */
export async function makeAllTopics({ plan, toSend, settings, importId }: Wanted, send: Send): Promise<TopicIds> {
  const wishes = plan.source.kind === "site" ? listOwn(plan.source.topics) : listForeign(plan, toSend, settings);
  const ids = new Map<string, string>();
  const newAuthors = new Map<string, string>();
  for (let from = 0; from < wishes.length; from += atOnce) {
    const asked = wishes.slice(from, from + atOnce);
    const topics = asked.map(({ topic }) => topic);
    const answer = await send<{ topics: MadeTopic[] }>({ intent: "topics", import: importId, topics });
    for (const [index, made] of answer.topics.entries()) {
      if (made.topic === null) continue;
      ids.set(`${made.kind} ${asked[index]?.as}`, made.topic.id);
      if (made.kind === "author" && made.isNew) newAuthors.set(made.topic.slug, made.topic.id);
    }
  }
  const find = (kind: TopicKind, name: string) => ids.get(`${kind} ${name}`);
  const names = new Map(plan.authors.map(({ key, name }) => [key, name]));
  return {
    find,
    findAuthor: (key) => readOwn(settings.authors, key) || find("author", names.get(key) ?? key),
    newAuthors,
  };
}

/** `as`: by which it is asked for later. */
interface Wish {
  as: string;
  topic: AskedTopic;
}

function listOwn(topics: Readonly<Record<TopicKind, readonly ExportedTopic[]>>): Wish[] {
  return (["author", "category", "tag"] as const).flatMap((kind) =>
    topics[kind].map(({ slug, name, role = "", bio = "", description = "", links = [], formerPaths }) => ({
      as: slug,
      topic: { kind, slug, name, role, bio, description, links, paths: formerPaths },
    })),
  );
}

function listForeign(plan: Plan, toSend: readonly PlannedPost[], { authors, category }: ImportSettings): Wish[] {
  const wishes = new Map<string, Wish>();
  const want = (kind: TopicKind, name: string, more: Partial<AskedTopic> = {}) => {
    const longest = kind === "author" ? 120 : 60;
    wishes.set(`${kind} ${name}`, { as: name, topic: { kind, name: name.slice(0, longest), ...more } });
  };
  if (category === "") want("category", generalCategory);
  const used = new Set<string>();
  for (const post of toSend) {
    if (post.category) want("category", post.category);
    for (const tag of post.tags) want("tag", tag);
    for (const author of post.authors) used.add(author);
  }
  const known = new Map(plan.authors.map((author) => [author.key, author]));
  for (const key of used) {
    if (readOwn(authors, key)) continue;
    const { name = key, bio = "" } = known.get(key) ?? {};
    want("author", name || key, { bio: bio.slice(0, 600) });
  }
  // Somebody must have written what names nobody.
  if (toSend.some((post) => post.authors.length === 0)) want("author", unknownAuthor);
  return [...wishes.values()];
}

export const unknownAuthor = "Editorial team";

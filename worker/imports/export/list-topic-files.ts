import { exportNames, type ExportedTopic } from "#shared/imports/site-export.ts";
import { type AuthorLink, pathOfTopic } from "#shared/insights/topic.ts";
import { type Db, readRows, runBatch } from "../../db/client.ts";
import { type Entry, writeJson } from "./entry.ts";

/** Authors, categories and tags, each sorted by slug, and all redirects. */
export type Topics = Awaited<ReturnType<typeof readTopics>>;

export async function readTopics(db: Db) {
  const authors = db
    .selectFrom("authors")
    .select(["id", "slug", "name", "role", "bio", "links", "photo"])
    .orderBy("slug");
  const categories = db.selectFrom("categories").select(["id", "slug", "name", "description"]).orderBy("slug");
  const tags = db.selectFrom("tags").select(["id", "slug", "name"]).orderBy("slug");
  const redirects = db.selectFrom("redirects").select(["from_path", "to_path"]).orderBy("from_path");
  const results = await runBatch(db, [authors, categories, tags, redirects]);
  const former = new Map<string, string[]>();
  for (const { from_path, to_path } of readRows(redirects, results[3]))
    former.set(to_path, [...(former.get(to_path) ?? []), from_path]);
  return {
    authors: readRows(authors, results[0]),
    categories: readRows(categories, results[1]),
    tags: readRows(tags, results[2]),
    /** Paths that lead to a path, sorted. */
    listFormer: (path: string): string[] => former.get(path) ?? [],
  };
}

/** The files of authors, categories and tags. */
export async function* listTopicFiles(
  { authors, categories, tags, listFormer }: Topics,
  bucket: R2Bucket,
): AsyncGenerator<Entry> {
  const written: ExportedTopic[] = [];
  for (const { slug, name, role, bio, links, photo } of authors) {
    const object = photo === null ? null : await bucket.get(photo);
    const file = object && `authors/${slug}.${photo?.split(".").at(-1)}`;
    if (object && file) yield { name: file, input: object.body };
    const formerPaths = listFormer(pathOfTopic("author", slug));
    written.push({ slug, name, role, bio, links: JSON.parse(links) as AuthorLink[], photo: file, formerPaths });
  }
  yield { name: exportNames.author, input: writeJson(written) };
  const others = { category: categories, tag: tags };
  for (const kind of ["category", "tag"] as const) {
    const topics = others[kind].map((topic): ExportedTopic => {
      const { id: _, ...written } = topic;
      return Object.assign(written, { formerPaths: listFormer(pathOfTopic(kind, topic.slug)) });
    });
    yield { name: exportNames[kind], input: writeJson(topics) };
  }
}

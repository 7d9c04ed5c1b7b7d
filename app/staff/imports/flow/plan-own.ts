import type { OwnPost, SiteExport } from "../own-format/open-export.ts";
import { hashText } from "./hash.ts";
import type { Unplaced } from "./plan-foreign.ts";

/** What an article of an export makes here: the same again. */
export async function planOwn(post: OwnPost, scope: string, { topics, readInsight }: SiteExport): Promise<Unplaced> {
  const { head, place, key, texts } = post;
  const nameIn = (kind: keyof typeof topics, slug: string) =>
    topics[kind].find((topic) => topic.slug === slug)?.name ?? slug;
  const isAhead = head.publishAt !== null && Date.parse(head.publishAt) > Date.now();
  const shown = head.status === "published" && isAhead ? "scheduled" : head.status;
  return {
    id: key,
    key: await hashText(`${scope}\n${key}`),
    fingerprint: await hashText(texts.join("\n")),
    place,
    title: head.title,
    status: head.trashedAt === null ? shown : "trash",
    wanted: head.slug,
    content: { kind: "own", read: () => readInsight(key) },
    category: nameIn("category", head.category),
    tags: head.tags.map((slug) => nameIn("tag", slug)),
    authors: head.authors.map((slug) => nameIn("author", slug)),
    oldPaths: head.formerPaths,
    pictures: { inArchive: 0, elsewhere: 0 },
    losses: [],
  };
}

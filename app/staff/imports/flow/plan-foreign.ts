import { cleanOldPath } from "#shared/imports/old-path.ts";
import { isSlug, makeSlug } from "#shared/text/make-slug.ts";
import type { Loss } from "#shared/insights/losses.ts";
import type { ImportedPost } from "../imported-post.ts";
import { hashText } from "./hash.ts";
import type { PlannedPage, PlannedPost } from "./plan.ts";

/** What an article may have at most (worker/insights/insight-draft.ts). */
export const most = {
  title: 200,
  dek: 300,
  seoTitle: 120,
  seoDescription: 300,
  tags: 20,
  authors: 10,
  markdown: 200_000,
};

/** Most characters of the HTML of a page: with its text it has to fit in one request. */
const longestHtml = 150_000;

/** A post before it is known what of it is here. */
export type Unplaced = Omit<PlannedPost, "slug" | "standing" | "takenPaths">;

/** What a post of another system makes here, and what of it is lost. `scope` distinguishes files whose posts have equal keys. */
export async function planForeign(post: ImportedPost, scope: string): Promise<Unplaced> {
  const [category = null, ...others] = post.categories;
  const allTags = [...new Set([...others, ...post.tags])];
  const oldPaths = post.oldPaths.map(cleanOldPath).filter((path) => path !== null);
  const readable = post.pictures.filter(({ read }) => read !== null).length;
  const { key, id = key, updatedAt: _, place: __, losses: ___, pictures, page: ____, ...written } = post;
  const { markdown, ...head } = post;
  const text = new Blob([markdown]);
  const addresses = pictures.map(({ address }) => address);
  return {
    id,
    key: await hashText(`${scope}\n${id}`),
    fingerprint: await hashText(JSON.stringify([written, addresses])),
    place: post.place,
    title: post.title,
    status: post.title.trim() === "" ? "draft" : post.status,
    wanted: wishSlug(post),
    // A hundred megabytes of texts would be in memory otherwise: browsers keep a blob on disk.
    content: { kind: "foreign", post: head, readMarkdown: () => text.text() },
    category,
    tags: allTags.slice(0, most.tags),
    authors: post.authors.slice(0, most.authors),
    oldPaths: [...new Set(oldPaths)],
    pictures: { inArchive: readable, elsewhere: post.pictures.length - readable },
    losses: [...post.losses, ...findLosses(post, allTags.length)],
  };
}

function wishSlug({ slug, title }: ImportedPost): string {
  return isSlug(slug) ? slug : makeSlug(slug) || makeSlug(title) || "article";
}

function findLosses(post: ImportedPost, tags: number): Loss[] {
  const texts = { title: "the title", dek: "the summary", seoTitle: "the title for search engines" } as const;
  const cut = (Object.keys(texts) as (keyof typeof texts)[])
    .filter((field) => post[field].length > most[field])
    .map((field) => `${texts[field]} is longer than ${most[field]} characters and is cut`);
  const words = [
    ...cut,
    ...(post.seoDescription.length > most.seoDescription ? ["the description for search engines is cut"] : []),
    ...(tags > most.tags ? [`${tags - most.tags} of ${tags} tags`] : []),
    ...(post.authors.length > most.authors ? ["authors past the tenth"] : []),
    ...(post.title.trim() === "" ? ["it has no title and comes as a draft"] : []),
    ...(post.cover !== null && post.coverAlt === null
      ? ["the cover has no description and is taken as decoration"]
      : []),
  ];
  return words.map((example) => ({ kind: "other", count: 1, example }));
}

/** A page of another system, which is stored apart. */
export async function planPage(post: ImportedPost, scope: string): Promise<PlannedPage> {
  const { key, id = key, place, title, markdown, status, losses, oldPaths, page } = post;
  const html = page?.html ?? "";
  const isTooLong = html.length > longestHtml;
  const texts = new Blob([JSON.stringify({ markdown, html: isTooLong ? "" : html })]);
  const tooLong = { kind: "other", count: 1, example: "its HTML, which is too long: its text is kept" } as const;
  return {
    id,
    key: await hashText(`${scope}\n${id}`),
    fingerprint: await hashText(JSON.stringify([title, markdown, html, status, oldPaths])),
    place,
    title: title.trim() || "Without a title",
    path: oldPaths[0] ?? "",
    status,
    losses: isTooLong ? [...losses, tooLong] : losses,
    isKnown: false,
    readTexts: async () => JSON.parse(await texts.text()) as { markdown: string; html: string },
  };
}

import type { ImportedPost, UnreadablePost } from "../../imported-post.ts";
import type { PictureShelf } from "../archive.ts";
import { cleanLine, fitPost, readTime } from "../fit-post.ts";
import { Losses } from "#shared/insights/losses.ts";
import { judgeHtml } from "#app/writing-kit/sieve/judge-html.ts";
import { decodeText } from "../text/decode-text.ts";
import { htmlToMarkdown } from "../text/html-to-markdown.ts";
import { listPictures } from "../text/list-pictures.ts";
import { lexicalToHtml } from "./lexical.ts";
import { mobiledocToHtml } from "./mobiledoc.ts";
import { readString } from "./read-rows.ts";

/** Most letters of a text, as its editor keeps it. */
const longest = 3_000_000;

/** What posts refer to, by the ids of posts and tags. */
export interface GhostIndex {
  tags: ReadonlyMap<string, { name: string; isPublic: boolean }>;
  postTags: ReadonlyMap<string, readonly { id: string; order: number }[]>;
  postAuthors: ReadonlyMap<string, readonly { id: string; order: number }[]>;
  meta: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** A post of Ghost as an article, or why it is none. */
export function rowToPost(
  row: Readonly<Record<string, unknown>>,
  index: GhostIndex,
  { key, place }: { key: string; place: string },
  shelf: PictureShelf,
): ImportedPost | UnreadablePost {
  const field = (name: string) => readString(row, name);
  const title = cleanLine(field("title"));
  const isPage = field("type") === "page" || field("page") === "1" || row.page === true;
  const losses = new Losses();
  const meta = index.meta.get(field("id")) ?? row;
  if (["lexical", "mobiledoc", "html"].some((name) => field(name).length > longest))
    return { key, place, title, reason: "Its text is longer than any article can be." };
  const html = dropOrigin(readText(row, losses));
  judgeHtml(html);
  const read = htmlToMarkdown(html, { losses });
  const slug = field("slug");
  const publishedAt = readTime(field("published_at"));
  const status = readStatus(row, publishedAt, losses);
  for (const [name, words] of [
    ["codeinjection_head", "code that was put into the head of the page"],
    ["codeinjection_foot", "code that was put at the end of the page"],
    ["custom_template", "a template of its own"],
  ] as const)
    if (field(name).trim() !== "") losses.add("other", words);
  const cover = dropOrigin(field("feature_image"));
  loseFields(meta, cover !== "", losses);
  const { pictures, cover: coverAddress } = listPictures(read, [cover], shelf);
  const names = sort(index.postTags.get(field("id"))).flatMap((id) => index.tags.get(id) ?? []);
  const shown = names.filter(({ isPublic }) => isPublic).map(({ name }) => name);
  const hidden = names.length - shown.length;
  if (hidden > 0) losses.add("other", "an internal tag", hidden);
  const authors = sort(index.postAuthors.get(field("id")));
  return fitPost({
    key,
    ...(isPage && { page: { html } }),
    place,
    title,
    slug,
    dek: field("custom_excerpt"),
    markdown: read.markdown,
    status,
    publishedAt,
    updatedAt: readTime(field("updated_at")),
    authors: authors.length > 0 ? authors : [field("author_id")].filter(Boolean),
    categories: shown.slice(0, 1),
    tags: shown.slice(1),
    cover: coverAddress,
    coverAlt: decodeText(readString(meta, "feature_image_alt")) || null,
    pictures,
    oldPaths: slug !== "" && field("status") === "published" ? [`/${slug}/`] : [],
    seoTitle: readString(meta, "meta_title"),
    seoDescription: readString(meta, "meta_description"),
    canonicalUrl: dropOrigin(field("canonical_url")) || null,
    noindex: false,
    featured: row.featured === true || row.featured === 1,
    losses,
  });
}

/** Fields that no article has, by what they are. */
const lost = {
  socialFields: ["og_title", "og_description", "og_image", "twitter_title", "twitter_description", "twitter_image"],
  other: ["email_subject", "feature_image_caption"],
} as const;
const lostNames = {
  email_subject: "the subject of its mail",
  feature_image_caption: "the caption of the cover",
} as const;

function loseFields(meta: Readonly<Record<string, unknown>>, hasCover: boolean, losses: Losses): void {
  const words = (name: string) =>
    readString(meta, name)
      .replaceAll(/<[^<>]*>/g, "")
      .trim();
  for (const name of lost.socialFields) if (words(name) !== "") losses.add("socialFields", `${name}: ${words(name)}`);
  for (const name of lost.other) if (words(name) !== "") losses.add("other", `${lostNames[name]}: ${words(name)}`);
  if (!hasCover && words("feature_image_alt") !== "")
    losses.add("other", `the description of a cover that is not there: ${words("feature_image_alt")}`);
}

/** The text, as HTML: from the newest of the three forms in which Ghost stores it. */
function readText(row: Readonly<Record<string, unknown>>, losses: Losses): string {
  for (const [name, convert] of [
    ["lexical", lexicalToHtml],
    ["mobiledoc", mobiledocToHtml],
  ] as const) {
    const json = readString(row, name);
    if (json.trim() === "") continue;
    try {
      return convert(JSON.parse(json), losses);
    } catch (error) {
      if (!(error instanceof SyntaxError) || readString(row, "html") === "") throw error;
      losses.add("other", "the text as its editor kept it, which is damaged: its HTML is in its place");
    }
  }
  return readString(row, "html");
}

function readStatus(row: Readonly<Record<string, unknown>>, publishedAt: number | null, losses: Losses) {
  const visibility = readString(row, "visibility") || "public";
  const status = readString(row, "status");
  if (visibility !== "public")
    losses.add("other", `that only ${describeReaders(visibility)} may read it: it comes as a draft`);
  else if (status === "sent") losses.add("other", "that it was a mail alone: it comes as a draft");
  else if (status === "published") return "published";
  else if (status === "scheduled" && publishedAt !== null) return "scheduled";
  return "draft";
}

function describeReaders(visibility: string): string {
  return visibility === "members" ? "members" : visibility === "paid" ? "paying members" : "some members";
}

function sort(rows: readonly { id: string; order: number }[] = []): string[] {
  return rows.toSorted((a, b) => a.order - b.order).map(({ id }) => id);
}

/** Ghost writes a word in place of its own address. */
function dropOrigin(text: string): string {
  return text.replaceAll(/__GHOST_URL__(\/?)/g, "/");
}

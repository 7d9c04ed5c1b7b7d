import type { ImportedPost, UnreadablePost } from "../../imported-post.ts";
import { cleanLine, fitPost, readPath, readTime } from "../fit-post.ts";
import { Losses, shorten } from "#shared/insights/losses.ts";
import { judgeHtml } from "#app/writing-kit/sieve/judge-html.ts";
import type { Part } from "#app/writing-kit/sieve/tree.ts";
import { decodeText } from "../text/decode-text.ts";
import { htmlToMarkdown } from "../text/html-to-markdown.ts";
import { listPictures } from "../text/list-pictures.ts";
import { readBlocks } from "./blocks.ts";
import { readFootnotes } from "./footnotes.ts";
import { addParagraphs } from "./paragraphs.ts";
import { readType, type WordpressIndex } from "./read-index.ts";
import type { WordpressRecord } from "./read-records.ts";
import { readSearchFields } from "./search-fields.ts";
import { readShortcodes } from "./shortcodes.ts";

/** A post of WordPress as an article, or why it is none. */
export function itemToPost(item: WordpressRecord, index: WordpressIndex, place: string): ImportedPost | UnreadablePost {
  const field = (name: string) => cleanLine(item.fields.get(name) ?? "");
  const marked = field("title");
  const title = decodeText(
    marked.replaceAll(/<\/?(?:b|strong|i|em|u|s|br|span|sub|sup|small|code)(?:\s[^<>]*)?\/?>/gi, ""),
  );
  const postId = field("wp:post_id");
  const key = field("guid") || postId || `${place} ${title}`;
  const refuse = (reason: string) => ({ key, place, title, reason });
  const type = readType(item);
  if (type !== "post" && type !== "page")
    return refuse(`It is of the type “${shorten(type)}”. Only posts become articles.`);
  const status = field("wp:status");
  if (status === "trash") return refuse("It is in the trash there. Restore it there first if you want it.");
  if (status === "auto-draft") return refuse("It was never saved there.");
  if (item.isTooLong) return refuse("Its text is longer than any article can be.");

  const losses = new Losses();
  if (/<\/?[a-z][^<>]*>/i.test(marked)) losses.add("other", "emphasis in the title");
  // Words about XML, which would hide what follows as a comment of HTML.
  const written = (item.fields.get("content:encoded") ?? "").replaceAll("<![CDATA[", "&lt;![CDATA[");
  const text = written.replaceAll(/\r\n?/g, "\n");
  const readText = (part: string) => readShortcodes(part, { losses, attachments: index.attachments, postId });
  const html = text.includes("<!-- wp:")
    ? readBlocks(text, losses, readText)
    : addParagraphs(readText(text.replaceAll("<!--nextpage-->", "")));
  if (text.includes("<!--nextpage-->")) losses.add("other", "a page break: an article is one page");
  judgeHtml(html);
  const read = htmlToMarkdown(readFootnotes(html, item.meta.get("footnotes") ?? ""), {
    losses,
    placeLink: (href) => placeLink(href, index),
    placePicture: (address, picture) => placePicture(address, picture, index),
  });
  const cover = index.attachments.get(item.meta.get("_thumbnail_id")?.trim() ?? "");
  if (item.meta.has("_thumbnail_id") && !cover?.url) losses.add("other", "a cover that is not in the file");
  const publishedAt = /^(?:draft|pending)$/.test(status)
    ? null
    : (readTime(field("wp:post_date_gmt")) ?? readTime(field("pubDate")) ?? readTime(field("wp:post_date")));
  const terms = readTerms(item, index, losses);
  const search = readSearchFields(item.meta, title, losses);
  loseRest(item, losses);
  const pictures = listPictures(read, cover?.url ? [cover.url] : []);
  return fitPost({
    key,
    // Its number alone is of another post once the site was set up anew, and its GUID of a copy, too.
    id: `${postId} ${field("guid")}`.trim() || key,
    ...(type === "page" && { page: { html } }),
    place,
    title,
    slug: field("wp:post_name"),
    dek: decodeText(field("excerpt:encoded").replaceAll(/<[^<>]*>/g, "")),
    markdown: read.markdown,
    status: readStatus(status, field("wp:post_password"), publishedAt, losses),
    publishedAt,
    updatedAt: readTime(field("wp:post_modified_gmt")),
    authors: terms.authors.length > 0 ? terms.authors : [field("dc:creator")].filter(Boolean),
    categories: terms.categories,
    tags: terms.tags,
    cover: pictures.cover,
    coverAlt: cover?.alt || null,
    pictures: pictures.pictures,
    oldPaths: listOldPaths(item, status),
    ...search,
    featured: field("wp:is_sticky") === "1",
    losses,
  });
}

function readStatus(status: string, password: string, publishedAt: number | null, losses: Losses) {
  if (password !== "") losses.add("other", "its password: it comes as a draft");
  else if (status === "private") losses.add("other", "that it was private: it comes as a draft");
  else if (status === "publish") return "published";
  else if (status === "future" && publishedAt !== null) return "scheduled";
  return "draft";
}

function readTerms({ terms, meta }: WordpressRecord, index: WordpressIndex, losses: Losses) {
  const named = (domain: string) =>
    terms.filter((term) => term.domain === domain).map(({ name, nicename }) => decodeText(cleanLine(name)) || nicename);
  for (const { domain } of terms)
    if (!/^(?:|category|post_tag|tag|post_format|author)$/.test(domain)) losses.add("taxonomies", domain);
  // Every post has this one, where its author chose none.
  const plain = terms.filter(({ domain }) => domain === "").map(({ name }) => decodeText(cleanLine(name)));
  const rest = new Set(terms.filter(({ domain }) => domain !== "").map(({ name }) => decodeText(cleanLine(name))));
  // A feed names them without saying what they are: WordPress says it again with a domain.
  const all = [...named("category"), ...plain.filter((name) => !rest.has(name))].filter(
    (name) => name !== "Uncategorized",
  );
  const primary = meta.get("_yoast_wpseo_primary_category") ?? meta.get("rank_math_primary_category") ?? "";
  const first = decodeText(index.categories.get(primary.trim()) ?? "");
  return {
    categories: all.includes(first) ? [first, ...all.filter((name) => name !== first)] : all,
    tags: [...named("post_tag"), ...named("tag")],
    authors: terms.filter(({ domain }) => domain === "author").map(({ nicename }) => nicename),
  };
}

/** Fields of plugins about social networks. */
const social = /(?:open[-_]?graph|facebook|twitter|(?:^|_)og_)/i;

/** What belongs to the post and no article has: what readers said of it, and fields that somebody or a plugin added. */
function loseRest({ comments, meta }: WordpressRecord, losses: Losses): void {
  if (comments > 0) losses.add("comments", "", comments);
  for (const [name, value] of meta) {
    if (value.trim() === "") continue;
    if (social.test(name)) losses.add("socialFields", name);
    // Those with a line before their name are how WordPress and its plugins keep things.
    else if (!/^(?:_|rank_math_|footnotes$)/.test(name)) losses.add("customFields", name);
  }
}

/** Its address, and those that it had before. A draft had none that anybody knows. */
function listOldPaths({ fields, meta }: WordpressRecord, status: string): string[] {
  const path = readPath(cleanLine(fields.get("link") ?? ""));
  if (path === null || path.startsWith("/?") || !/^(?:publish|private)$/.test(status)) return [];
  const slug = fields.get("wp:post_name")?.trim() ?? "";
  const old = meta.get("_wp_old_slug")?.trim() ?? "";
  const former = slug && old && path.includes(`/${slug}`) ? [path.replace(`/${slug}`, `/${old}`)] : [];
  return [path, ...former];
}

/** A link to another post of the file becomes its path, which redirects to where the post is now. */
function placeLink(href: string, { site, paths }: WordpressIndex): string {
  if (site === null || !URL.canParse(href, site)) return href;
  const url = new URL(href, site);
  const isOwn = url.host.replace(/^www\./, "") === new URL(site).host.replace(/^www\./, "");
  const path = [url.pathname, `${url.pathname}/`].find((one) => paths.has(one));
  if (isOwn && path !== undefined && url.search === "") return path;
  return /^[a-z][a-z0-9+.-]*:|^#/i.test(href) ? href : url.href;
}

/** The whole picture, where the text shows one of the smaller files that WordPress makes. */
function placePicture(address: string, picture: Part, { site, attachments }: WordpressIndex): string {
  const id = /(?:^|\s)wp-image-(\d+)/.exec(picture.get("class"))?.[1] ?? picture.get("data-id");
  const url = attachments.get(id)?.url;
  if (url) return url;
  return site !== null && URL.canParse(address, site) ? new URL(address, site).href : address;
}

import type { ImportedPost, UnreadablePost } from "../../imported-post.ts";
import { type ParsedHtml, parseHtml } from "#app/writing-kit/sieve/parse-html.ts";
import { closest, findPart, isIn, listParts, type Part, remove, textOf } from "#app/writing-kit/sieve/tree.ts";
import { folderOf, lastOf, type PictureShelf } from "../archive.ts";
import { judgeHtml } from "#app/writing-kit/sieve/judge-html.ts";
import { cleanLine, fitPost, readPath, readTime } from "../fit-post.ts";
import { Losses } from "#shared/insights/losses.ts";
import { nameAddress } from "../name-site.ts";
import { parsedToMarkdown } from "../text/html-to-markdown.ts";
import { listPictures } from "../text/list-pictures.ts";

/** Where pages have their text, the surest place first. */
const places: readonly ((part: Part) => boolean)[] = [
  (part) => part.get("itemprop") === "articleBody",
  (part) => hasClass(part, "entry-content") && isIn(part, "article"),
  (part) => hasClass(part, "post-content"),
  (part) => hasClass(part, "entry-content"),
  ({ name }) => name === "article",
  ({ name }) => name === "main",
  (part) => part.get("role") === "main",
];

/** What is around it on every page. */
function isAround(part: Part): boolean {
  const isOfPage = part.parent?.name === "body" && (part.name === "header" || part.name === "footer");
  return isOfPage || part.name === "nav" || /^(?:navigation|banner|contentinfo|search)$/.test(part.get("role"));
}

function hasClass(part: Part, name: string): boolean {
  return ` ${part.get("class")} `.includes(` ${name} `);
}

/** A web page as an article. */
export function pageToPost(html: string, path: string, shelf: PictureShelf): ImportedPost | UnreadablePost {
  judgeHtml(html);
  const page = parseHtml(html);
  const key = path || "the file";
  const losses = new Losses();
  const about = readHead(page);
  const main = findText(page);
  const heading = findPart(main, ({ name }) => name === "h1");
  const title = cleanLine(textOf(heading)) || about.meta("og:title") || about.title;
  if (heading && cleanLine(textOf(heading)) === title) remove(heading);
  const folder = folderOf(path);
  const read = parsedToMarkdown(page, { losses }, main);
  const { pictures, cover } = listPictures(read, [about.meta("og:image")], shelf, folder);
  const missing = pictures.filter((picture) => picture.read === null && !/^https?:/i.test(picture.address));
  if (missing.length > 0) losses.add("other", "a picture that is not in the archive", missing.length);
  const file = lastOf(path).replace(/\.\w+$/, "");
  if (read.markdown.trim() === "" && title === "")
    return { key, place: key, title: file, reason: "The page has no text." };
  if (about.publishedAt === null) losses.add("other", "a day on which it was published: it comes as a draft");
  return fitPost({
    key,
    place: key,
    title,
    slug: /^(?:index|default)$/i.test(file) ? lastOf(folder) : file,
    dek: about.meta("description") || about.meta("og:description"),
    markdown: read.markdown,
    status: about.publishedAt === null ? "draft" : about.publishedAt > Date.now() ? "scheduled" : "published",
    publishedAt: about.publishedAt,
    updatedAt: about.updatedAt,
    authors: about.authors,
    categories: about.list("article:section").slice(0, 1),
    tags: [...about.list("article:tag"), ...about.meta("keywords").split(",").map(cleanLine).filter(Boolean)],
    cover,
    coverAlt: about.meta("og:image:alt") || null,
    pictures,
    oldPaths: about.address === null ? [] : [about.address],
    seoTitle: "",
    seoDescription: "",
    canonicalUrl: null,
    noindex: /noindex/i.test(about.meta("robots")),
    losses,
  });
}

/** Authors that a page names; they have no keys but their names. */
export function readPageAuthors(html: string): string[] {
  try {
    judgeHtml(html);
  } catch {
    // Its post says so.
    return [];
  }
  return readHead(parseHtml(html)).authors;
}

/** The host that a page names as its own; null where it names none. */
export function readPageHost(html: string): string | null {
  const { canonical } = readHead(parseHtml(html));
  return nameAddress(URL.canParse(canonical) ? new URL(canonical).origin : "");
}

function readHead({ root }: ParsedHtml) {
  const parts = listParts(root);
  const metas = parts.filter(({ name }) => name === "meta");
  const list = (name: string) =>
    metas
      .filter((meta) => (meta.get("name") || meta.get("property")).toLowerCase() === name)
      .map((meta) => cleanLine(meta.get("content")))
      .filter(Boolean);
  const meta = (name: string) => list(name)[0] ?? "";
  const dated = parts.filter(
    (part) => part.name === "time" && (part.get("datetime") || part.attributes.has("pubdate")),
  );
  const written = dated.find((part) => isIn(part, "article main")) ?? dated[0];
  const authors = list("author")
    .concat(list("article:author"))
    .filter((name) => !/^https?:/.test(name));
  const shown = cleanLine(textOf(parts.find(isByline) ?? null));
  // Its own address is where it was, and no place where it appeared first.
  const link = parts.find(({ name, attributes }) => name === "link" && attributes.get("rel") === "canonical");
  const canonical = link?.get("href") || meta("og:url");
  return {
    list,
    meta,
    canonical,
    title: cleanLine(textOf(parts.find(({ name }) => name === "title") ?? null)),
    publishedAt: readTime(meta("article:published_time") || meta("date") || (written?.get("datetime") ?? "")),
    updatedAt: readTime(meta("article:modified_time")),
    authors: authors.length > 0 ? authors : shown === "" ? [] : [shown.slice(0, 100)],
    address: canonical === "" ? null : readPath(canonical),
  };
}

function isByline(part: Part): boolean {
  if (part.get("rel") === "author" || hasClass(part, "p-author")) return true;
  if (hasClass(part, "author")) return closest(part.parent, (outer) => hasClass(outer, "byline")) !== null;
  return (
    part.get("itemprop") === "name" && closest(part.parent, (outer) => outer.get("itemprop") === "author") !== null
  );
}

/** The part of a page that is its text. */
function findText({ body }: ParsedHtml): Part {
  for (const fits of places) {
    // Several of them are a list of posts and not one post.
    const [only, ...others] = listParts(body, fits);
    if (only && others.length === 0 && textOf(only).trim() !== "") return only;
  }
  for (const part of listParts(body, isAround)) remove(part);
  return body;
}

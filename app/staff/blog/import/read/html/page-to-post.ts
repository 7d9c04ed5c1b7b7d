import type { ImportedPost, UnreadablePost } from "../../imported-post.ts";
import { parseQuietly } from "../../../editor/plugins/clean-paste.ts";
import { folderOf, lastOf, type PictureShelf } from "../archive.ts";
import { cleanLine, fitPost, readPath, readTime } from "../fit-post.ts";
import { Losses } from "../losses.ts";
import { bodyToMarkdown } from "../text/html-to-markdown.ts";
import { listPictures } from "../text/list-pictures.ts";

/** Where pages have their text, the surest place first. */
const places = [
  "[itemprop=articleBody]",
  "article .entry-content",
  ".post-content",
  ".entry-content",
  "article",
  "main",
  "[role=main]",
];
/** What is around it on every page. */
const around = "nav, body > header, body > footer, [role=navigation], [role=banner], [role=contentinfo], [role=search]";

/** A web page as an article. */
export function pageToPost(html: string, path: string, shelf: PictureShelf): ImportedPost | UnreadablePost {
  const page = parseQuietly(html);
  const key = path || "the file";
  const losses = new Losses();
  const about = readHead(page);
  const main = findText(page);
  const heading = main.querySelector("h1");
  const title = cleanLine(heading?.textContent ?? "") || about.meta("og:title") || cleanLine(page.title);
  if (heading && cleanLine(heading.textContent ?? "") === title) heading.remove();
  const folder = folderOf(path);
  const read = bodyToMarkdown(main, { losses });
  const { pictures, cover } = listPictures(read, [about.meta("og:image")], shelf, folder);
  const missing = pictures.filter((picture) => picture.read === null && !/^https?:/i.test(picture.address));
  if (missing.length > 0) losses.add("a picture that is not in the archive", missing.length);
  const file = lastOf(path).replace(/\.\w+$/, "");
  if (read.markdown.trim() === "" && title === "")
    return { key, place: key, title: file, reason: "The page has no text." };
  if (about.publishedAt === null) losses.add("a day on which it was published: it comes as a draft");
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
  return readHead(parseQuietly(html)).authors;
}

function readHead(page: Document) {
  const list = (name: string) =>
    [...page.querySelectorAll("meta")]
      .filter((meta) => (meta.getAttribute("name") ?? meta.getAttribute("property") ?? "").toLowerCase() === name)
      .map((meta) => cleanLine(meta.getAttribute("content") ?? ""))
      .filter(Boolean);
  const meta = (name: string) => list(name)[0] ?? "";
  const byline = page.querySelector("[rel=author], [itemprop=author] [itemprop=name], .byline .author, .p-author");
  const written = page.querySelector("article time[datetime], main time[datetime], time[datetime], time[pubdate]");
  const authors = list("author")
    .concat(list("article:author"))
    .filter((name) => !/^https?:/.test(name));
  const shown = cleanLine(byline?.textContent ?? "");
  // Its own address is where it was, and no place where it appeared first.
  const canonical = page.querySelector("link[rel=canonical]")?.getAttribute("href") ?? meta("og:url");
  return {
    list,
    meta,
    publishedAt: readTime(meta("article:published_time") || meta("date") || (written?.getAttribute("datetime") ?? "")),
    updatedAt: readTime(meta("article:modified_time")),
    authors: authors.length > 0 ? authors : shown === "" ? [] : [shown.slice(0, 100)],
    address: canonical === "" ? null : readPath(canonical),
  };
}

/** The part of a page that is its text. */
function findText(page: Document): Element {
  for (const place of places) {
    const found = page.querySelectorAll(place);
    // Several of them are a list of posts and not one post.
    const [only] = found;
    if (only && found.length === 1 && only.textContent?.trim()) return only;
  }
  for (const part of page.querySelectorAll(around)) part.remove();
  return page.body;
}

import {
  BrokenFileError,
  type ImportedAuthor,
  type ImportedPost,
  type ImportSource,
  type UnreadablePost,
} from "../../imported-post.ts";
import { markdownToHtml } from "#app/writing-kit/foreign-markdown/markdown-to-html.ts";
import { parseHtml } from "#app/writing-kit/sieve/parse-html.ts";
import { textOf } from "#app/writing-kit/sieve/tree.ts";
import { emptyShelf, folderOf, lastOf, type PictureShelf } from "../archive.ts";
import { fitPost, readTime } from "../fit-post.ts";
import { Losses } from "#shared/insights/losses.ts";
import { judgeHtml } from "#app/writing-kit/sieve/judge-html.ts";
import { nameAddress } from "../name-site.ts";
import { type Input, readWhole } from "../read-bytes.ts";
import { takeApart } from "../take-apart.ts";
import { htmlToMarkdown } from "../text/html-to-markdown.ts";
import { listPictures } from "../text/list-pictures.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { readFields } from "./read-fields.ts";
import { dropTemplates } from "./templates.ts";

/** Ten times what an article holds. */
const longest = 2_000_000;

/** Markdown files with front matter, as Hugo, Jekyll and Astro have them. */
export function openMarkdown(
  inputs: readonly Input[],
  shelf: PictureShelf = emptyShelf,
  /** The text of the settings of the site. */
  settings = "",
): ImportSource {
  let authors: Promise<readonly ImportedAuthor[]> | null = null;

  async function* posts(): AsyncGenerator<ImportedPost | UnreadablePost> {
    for (const input of inputs) yield await readFile(input, shelf);
  }

  /** Authors are named in the posts alone. */
  async function readAuthors(): Promise<readonly ImportedAuthor[]> {
    const names = new Set<string>();
    for (const input of inputs)
      try {
        const { fields } = splitFrontMatter(await readWhole(input, longest), input.name);
        for (const name of readFields(fields, new Losses()).authors) names.add(name);
      } catch (error) {
        // The second reading says so.
        if (!(error instanceof BrokenFileError)) throw error;
      }
    return [...names].map((name) => ({ key: name, name, bio: "" }));
  }

  // Hugo and Zola have "baseURL", Jekyll "url" and "baseurl".
  const named = (name: string) =>
    new RegExp(String.raw`^[ \t]*${name}[ \t]*[:=][ \t]*["']?([^"'\s#]{1,300})`, "im").exec(settings)?.[1] ?? "";
  const address = named("base_?url").startsWith("http") ? named("base_?url") : named("url") + named("baseurl");
  return {
    kind: "markdown",
    site: null,
    siteName: nameAddress(address),
    total: inputs.length,
    authors: () => (authors ??= readAuthors()),
    posts,
  };
}

async function readFile(input: Input, shelf: PictureShelf): Promise<ImportedPost | UnreadablePost> {
  const key = input.name || "the file";
  const post = { key, place: key, title: lastOf(input.name) };
  try {
    const text = await readWhole(input, longest);
    const split = splitFrontMatter(text, input.name);
    return takeApart(post, () => fileToPost(input.name, split, shelf));
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    return { ...post, place: error.place, reason: error.message };
  }
}

function fileToPost(
  path: string,
  { fields, body }: ReturnType<typeof splitFrontMatter>,
  shelf: PictureShelf,
): ImportedPost | UnreadablePost {
  const key = path || "the file";
  const file = lastOf(path).replace(/\.\w+$/, "");
  if (
    /^_index$/i.test(file) ||
    (Object.keys(fields).length === 0 && /^(?:readme|license|changelog|contributing|code_of_conduct)$/i.test(file))
  )
    return {
      key,
      place: key,
      title: lastOf(path),
      reason: "It is about a folder and no post. Only posts become articles.",
    };

  const losses = new Losses();
  const { covers, ...read } = readFields(fields, losses);
  const html = markdownToHtml(dropTemplates(body, losses), losses);
  judgeHtml(html);
  const { title, rest } = takeTitle(html, read.title);
  const folder = folderOf(path);
  const text = htmlToMarkdown(rest, { losses });
  const { pictures, cover } = listPictures(text, covers, shelf, folder);
  const missing = pictures.filter((picture) => picture.read === null && !/^https?:/i.test(picture.address));
  if (missing.length > 0) losses.add("other", "a picture that is not in the archive", missing.length);
  // "2023-01-05-name.md" of Jekyll; "name/index.md" of Hugo.
  const name = /^index$/i.test(file) ? lastOf(folder) : file;
  const dated = /^(\d{4}-\d\d-\d\d)-(.+)$/.exec(name);
  const publishedAt = read.publishedAt ?? (dated ? readTime(dated[1] ?? "") : null);
  const isDraft = read.status === "draft" || /(?:^|\/)_?drafts\//i.test(path);
  if (!isDraft && publishedAt === null) losses.add("other", "a day on which it was published: it comes as a draft");
  return fitPost({
    ...read,
    key,
    place: key,
    title,
    slug: read.slug || dated?.[2] || (name === "" ? "" : name),
    markdown: text.markdown,
    status: isDraft || publishedAt === null ? "draft" : publishedAt > Date.now() ? "scheduled" : "published",
    publishedAt,
    cover,
    pictures,
    losses,
  });
}

/** A first heading that is the title, or says what the file does not say otherwise, is no part of the text. */
function takeTitle(html: string, title: string): { title: string; rest: string } {
  const found = /^\s*<h1>([^]*?)<\/h1>/.exec(html);
  if (!found) return { title, rest: html };
  const words = textOf(parseHtml(found[1] ?? "").body).trim();
  const isTitle = title === "" || words.toLowerCase() === title.trim().toLowerCase();
  return isTitle ? { title: words, rest: html.slice(found[0].length) } : { title, rest: html };
}

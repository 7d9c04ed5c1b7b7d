import { BrokenFileError, type ImportedAuthor } from "../../imported-post.ts";
import { cleanLine, readPath } from "../fit-post.ts";
import { nameAddress } from "../name-site.ts";
import type { Parsing } from "../parsing.ts";
import type { Input } from "../read-bytes.ts";
import type { WordpressRecord } from "./read-records.ts";
import type { Attachment } from "./shortcodes.ts";

/** What posts refer to, wherever in the file it stands. */
export interface WordpressIndex {
  /** Where the blog was: "https://old.example", or null where the file does not say. */
  site: string | null;
  /** Its key: "old.example/blog". */
  siteName: string | null;
  /** What it calls itself. */
  title: string;
  /** By login. */
  authors: ReadonlyMap<string, ImportedAuthor>;
  /** Names of categories by id. */
  categories: ReadonlyMap<string, string>;
  attachments: ReadonlyMap<string, Attachment>;
  /** Paths of the posts that are taken. */
  paths: ReadonlySet<string>;
  total: number;
}

/** Kinds of items that are parts of others or settings: nobody would miss them as articles. */
const silentTypes =
  /^(?:attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|acf-.*|wp_.*|)$/;

/** True for an item that the report should name: a post, or what somebody could take for one. */
export function isListed(item: WordpressRecord): boolean {
  return item.name === "item" && !silentTypes.test(readType(item));
}

/** "post", "page" and so on. */
export function readType(item: WordpressRecord): string {
  return item.fields.get("wp:post_type")?.trim() ?? "post";
}

/** Reads all files once. What is broken is left to the second reading, which hands over what was before it. */
export async function readIndex(inputs: readonly Input[], parsing: Parsing): Promise<WordpressIndex> {
  const authors = new Map<string, ImportedAuthor>();
  const creators = new Set<string>();
  const categories = new Map<string, string>();
  const attachments = new Map<string, Attachment>();
  const paths = new Set<string>();
  let site: string | null = null;
  let address = "";
  let siteTitle = "";
  let total = 0;

  function add(record: WordpressRecord): void {
    const field = (name: string) => cleanLine(record.fields.get(name) ?? "");
    if (record.name === "wp:base_blog_url" || (record.name === "link" && site === null))
      [site, address] = [readOrigin(field("")) ?? site, field("") || address];
    if (record.name === "title") siteTitle = field("");
    if (record.name === "wp:author") {
      const key = field("wp:author_login");
      const whole = `${field("wp:author_first_name")} ${field("wp:author_last_name")}`.trim();
      if (key !== "") authors.set(key, { key, name: field("wp:author_display_name") || whole || key, bio: "" });
    }
    if (record.name === "wp:category") categories.set(field("wp:term_id"), field("wp:cat_name"));
    if (record.name !== "item") return;
    if (readType(record) === "attachment")
      attachments.set(field("wp:post_id"), {
        url: field("wp:attachment_url") || field("guid"),
        alt: cleanLine(record.meta.get("_wp_attachment_image_alt") ?? ""),
        caption: field("excerpt:encoded"),
        parent: field("wp:post_parent"),
      });
    if (!isListed(record)) return;
    total += 1;
    if (readType(record) !== "post") return;
    if (field("dc:creator") !== "") creators.add(field("dc:creator"));
    const path = readPath(field("link"));
    if (path !== null) paths.add(path);
    for (const { domain, nicename, name } of record.terms)
      if (domain === "author") authors.set(nicename, { key: nicename, name: cleanLine(name) || nicename, bio: "" });
  }

  for (const input of inputs)
    try {
      for await (const record of parsing.records(input, ["content:encoded"])) add(record);
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      break;
    }
  for (const key of creators) if (!authors.has(key)) authors.set(key, { key, name: key, bio: "" });
  return { site, siteName: nameAddress(address), title: siteTitle, authors, categories, attachments, paths, total };
}

function readOrigin(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
}

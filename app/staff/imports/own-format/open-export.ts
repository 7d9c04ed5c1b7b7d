import { BlobReader, type FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { z } from "zod";
import { type ArticleHead, type ChangesHead, readArticleFile, readChangesFile } from "#shared/insights/article-file.ts";
import {
  exportedDrawing,
  type ExportedDrawing,
  exportedItem,
  type ExportedItem,
  exportedTopic,
  type ExportedTopic,
  exportNames,
  manifestName,
  manifestSchema,
  nameArticle,
} from "#shared/imports/site-export.ts";
import type { TopicKind } from "#shared/insights/topic.ts";
import { createJudge, openEntry } from "../read/archive.ts";
import { nameAddress } from "../read/name-site.ts";
import { BrokenFileError, type UnreadablePost } from "../imported-post.ts";

/** An article of an export, with all that it says of itself. */
export interface OwnPost {
  key: string;
  place: string;
  /** The files as they are. */
  texts: string[];
  head: ArticleHead;
  markdown: string;
  changes: { head: ChangesHead; markdown: string } | null;
}

/** An export of this site, or of one like it, that is open for reading. */
export interface SiteExport {
  kind: "site";
  /** The site that it was made of: its address without its scheme. Null where that is none. */
  siteName: string | null;
  total: number;
  topics: Readonly<Record<TopicKind, readonly ExportedTopic[]>>;
  drawings: readonly ExportedDrawing[];
  items: readonly ExportedItem[];
  posts: () => AsyncIterable<OwnPost | UnreadablePost>;
  /** One of them, read again. */
  readInsight: (slug: string) => Promise<OwnPost>;
  /** A file of the archive; null when it is not there. */
  read: (name: string) => Promise<Blob | null>;
}

/**
 * Opens a file that `/blog-management/export` has made; null for any other file.
 * @throws {BrokenFileError} for an export that is not whole
 */
export async function openExport(file: Blob): Promise<SiteExport | null> {
  const entries = await listEntries(file);
  if (!entries?.has(manifestName)) return null;
  const read = async (name: string) => {
    const entry = entries.get(name);
    return entry ? new Response(openEntry(entry, name)).blob() : null;
  };
  const readText = async (name: string) => (await read(name))?.text() ?? null;
  const found = manifestSchema.safeParse(parseJson(await readText(manifestName)));
  if (!found.success) return null;
  const readList = async <Item>(name: string, schema: z.ZodType<Item>): Promise<Item[]> => {
    const list = z.array(schema).safeParse(parseJson(await readText(name)));
    if (!list.success)
      throw new BrokenFileError("A part of the export is missing or damaged. Download it again.", name);
    return list.data;
  };
  const slugs = [...entries.keys()].flatMap((name) => /^posts\/([a-z0-9-]+)\.md$/.exec(name)?.[1] ?? []);
  return {
    kind: "site",
    siteName: nameAddress(found.data.origin),
    total: slugs.length,
    topics: {
      author: await readList(exportNames.author, exportedTopic),
      category: await readList(exportNames.category, exportedTopic),
      tag: await readList(exportNames.tag, exportedTopic),
    },
    drawings: await readList(exportNames.drawings, exportedDrawing),
    items: await readList(exportNames.media, exportedItem),
    posts: () => readInsights(slugs, readText),
    readInsight: (slug) => readInsight(slug, readText),
    read,
  };
}

async function* readInsights(slugs: readonly string[], readText: (name: string) => Promise<string | null>) {
  for (const slug of slugs) {
    try {
      yield await readInsight(slug, readText);
    } catch {
      const reason = "The file is damaged. Download the export again.";
      yield { key: slug, place: nameArticle(slug), title: slug, reason } satisfies UnreadablePost;
    }
  }
}

async function readInsight(slug: string, readText: (name: string) => Promise<string | null>): Promise<OwnPost> {
  const place = nameArticle(slug);
  const text = (await readText(place)) ?? "";
  const changed = await readText(nameArticle(slug, "changes"));
  const { head, markdown } = readArticleFile(text);
  const changes = changed === null ? null : readChangesFile(changed);
  const texts = changed === null ? [text] : [text, changed];
  return { key: slug, place, texts, head, markdown, changes };
}

async function listEntries(file: Blob): Promise<Map<string, FileEntry> | null> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (String.fromCharCode(...start) !== "PK\x03\x04") return null;
  const judge = createJudge(file.size);
  const entries = new Map<string, FileEntry>();
  try {
    for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator()) {
      judge(entry);
      if (!entry.directory) entries.set(entry.filename, entry);
    }
  } catch (error) {
    if (error instanceof BrokenFileError) throw error;
    return null;
  }
  return entries;
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch {
    return null;
  }
}

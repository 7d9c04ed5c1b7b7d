import { BlobReader, BlobWriter, type FileEntry, ZipReader, configure } from "@zip.js/zip.js/lib/zip-core-native.js";
import { z } from "zod";
import { type ArticleHead, type ChangesHead, readArticleFile, readChangesFile } from "#app/shared/article-file.ts";
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
} from "#app/shared/site-export.ts";
import type { TopicKind } from "#app/shared/topic.ts";
import { BrokenFileError, type UnreadablePost } from "../imported-post.ts";

// The policy of the staff area lets no page start a worker from a text; browsers unpack by themselves.
configure({ useWebWorkers: false, useCompressionStream: true });

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
  total: number;
  topics: Readonly<Record<TopicKind, readonly ExportedTopic[]>>;
  drawings: readonly ExportedDrawing[];
  items: readonly ExportedItem[];
  posts: () => AsyncIterable<OwnPost | UnreadablePost>;
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
  const read = async (name: string) => (await entries.get(name)?.getData(new BlobWriter())) ?? null;
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
    total: slugs.length,
    topics: {
      author: await readList(exportNames.author, exportedTopic),
      category: await readList(exportNames.category, exportedTopic),
      tag: await readList(exportNames.tag, exportedTopic),
    },
    drawings: await readList(exportNames.drawings, exportedDrawing),
    items: await readList(exportNames.media, exportedItem),
    posts: () => readPosts(slugs, readText),
    read,
  };
}

async function* readPosts(slugs: readonly string[], readText: (name: string) => Promise<string | null>) {
  for (const slug of slugs) {
    const place = nameArticle(slug);
    try {
      const text = (await readText(place)) ?? "";
      const changed = await readText(nameArticle(slug, "changes"));
      const { head, markdown } = readArticleFile(text);
      const changes = changed === null ? null : readChangesFile(changed);
      const texts = changed === null ? [text] : [text, changed];
      yield { key: slug, place, texts, head, markdown, changes } satisfies OwnPost;
    } catch {
      const reason = "The file is damaged. Download the export again.";
      yield { key: slug, place, title: slug, reason } satisfies UnreadablePost;
    }
  }
}

async function listEntries(file: Blob): Promise<Map<string, FileEntry> | null> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (String.fromCharCode(...start) !== "PK\x03\x04") return null;
  try {
    const entries = await new ZipReader(new BlobReader(file)).getEntries();
    return new Map(entries.flatMap((entry) => (entry.directory ? [] : [[entry.filename, entry] as const])));
  } catch {
    return null;
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch {
    return null;
  }
}

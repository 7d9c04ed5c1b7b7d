import type { ChangesHead } from "#shared/insights/article-file.ts";
import type { SentPost } from "#worker/imports/import-schema.ts";
import { askForResponse, type Asking } from "#app/staff/ask-until-answered.ts";
import { sendFile } from "#app/staff/media/send-file.ts";
import type { OwnPost, SiteExport } from "../own-format/open-export.ts";
import type { TopicIds } from "./make-all-topics.ts";
import type { Plan, PlannedPost } from "./plan.ts";
import { filesAddress } from "./run-address.ts";
import type { Progress } from "./run-import.ts";

/** An article of an export as it is sent: as it stood. */
export function draftOwn(
  { slug }: PlannedPost,
  { head, markdown, changes }: OwnPost,
  { topics }: { plan: Plan; topics: TopicIds },
): Pick<SentPost, "draft" | "changes" | "state"> {
  return {
    draft: { ...toDraft(head, markdown, topics), slug },
    changes: changes && toDraft(changes.head, changes.markdown, topics),
    state: {
      status: head.status,
      publishAt: at(head.publishAt),
      unpublishAt: at(head.unpublishAt),
      trashedAt: at(head.trashedAt),
      createdAt: Date.parse(head.createdAt),
      updatedAt: Date.parse(head.updatedAt),
      editedAt: Date.parse(head.editedAt),
    },
  };
}

function at(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

function toDraft(head: ChangesHead, markdown: string, topics: TopicIds): SentPost["draft"] {
  const { category, authors, tags, cover, ...fields } = head;
  const findAll = (kind: "author" | "tag", slugs: readonly string[]) =>
    slugs.map((slug) => topics.find(kind, slug)).filter((id) => id !== undefined);
  return {
    slug: fields.slug,
    title: fields.title,
    dek: fields.dek,
    categoryId: topics.find("category", category) ?? "",
    authorIds: findAll("author", authors),
    tagIds: findAll("tag", tags),
    featured: fields.featured,
    markdown,
    // The server checks what it holds.
    cover: cover as SentPost["draft"]["cover"],
    pictures: fields.pictures,
    coverAlt: fields.coverAlt,
    seoTitle: fields.seoTitle,
    seoDescription: fields.seoDescription,
    canonicalUrl: fields.canonicalUrl,
    noindex: fields.noindex,
  };
}

interface Restoring {
  importId: string;
  asking: Asking;
  /** Called with each file that was in the library before. */
  note: (id: string) => Promise<void>;
  goOn: () => Promise<void>;
  tell: (change: Partial<Progress>) => void;
}

/** Puts back the pictures of an export: photographs of new authors, covers and diagrams, and the media library. */
export async function restorePictures(
  { topics, drawings, items, read }: SiteExport,
  { newAuthors }: TopicIds,
  { importId, asking, note, goOn, tell }: Restoring,
): Promise<void> {
  const photos = topics.author.flatMap(({ slug, photo }) => {
    const author = newAuthors.get(slug);
    return photo && author ? [{ author, photo }] : [];
  });
  let done = 0;
  const missing: Progress["missing"] = [];
  tell({ ofPictures: photos.length + drawings.length + items.length, missing });
  async function each(name: string, restore: (blob: Blob) => Promise<unknown>) {
    await goOn();
    try {
      const blob = await read(name);
      if (!blob) throw new Error("It is not in the archive.");
      await restore(blob);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (asking.signal?.aborted || why.startsWith("You are signed out")) throw error;
      missing.push({ title: "", address: name, why });
    }
    done += 1;
    tell({ pictures: done, note: null });
  }
  for (const { author, photo } of photos)
    await each(photo, (blob) => post({ intent: "photo", import: importId, author }, blob, asking));
  for (const { key, width, height } of drawings)
    await each(`drawings/${key}`, (blob) =>
      post({ intent: "drawing", key, width: String(width), height: String(height) }, blob, asking),
    );
  for (const { file, widths, name, placeholder, ...item } of items)
    await each(file, async (blob) => {
      const variants = await Promise.all(widths.map(read));
      const { item: sent, isKnown } = await sendFile(new File([blob], name), {
        importId,
        restores: item,
        made: { variants: variants.filter((variant) => variant !== null), placeholder },
        ...(asking.signal && { signal: asking.signal }),
        report: (_, note) => note && asking.wait(note),
      });
      if (isKnown) await note(sent.id);
    });
}

function post(fields: Record<string, string>, blob: Blob, asking: Asking): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([blob], "picture"));
  return askForResponse(filesAddress, form, asking);
}

import { largestFile, type MediaSummary, partSize, type UploadState } from "#shared/media/media-library.ts";
import { hashBytes } from "#shared/text/hash.ts";
import { queryClient } from "#app/client/query-client.client.ts";
import { ask, type Asking } from "#app/staff/ask-until-answered.ts";
import { preparePicture, type PreparedPicture } from "./prepare-picture.ts";

const path = "/blog-management/media-uploads";

interface Sending {
  signal?: AbortSignal;
  /** The item whose file it replaces, and its version. */
  replaces?: { id: string; version: number };
  /** Its fields in an export: it gets its former id and address. */
  restores?: { id: string; key: string; alt: string; caption: string; focus: { x: number; y: number } };
  /** The import that brings it, which takes it away again when it is taken back. */
  importId?: string;
  /** Its further widths, where they are there already. */
  made?: PreparedPicture;
  /** Called with the share that is sent, 0 to 1, and a word on what it waits for. */
  report?: (share: number, note?: string) => void;
}

/**
 * Sends a file to the library and returns the item that it becomes, or the one that has the same file already. It goes on
 * by itself once a lost network is back; a file that was begun before goes on where it was.
 * @throws {Error} with words for its sender; AbortError when `signal` is aborted
 */
export async function sendFile(
  file: File,
  { signal, replaces, restores, importId, made, report }: Sending = {},
): Promise<{ item: MediaSummary; isKnown: boolean }> {
  if (file.size === 0) throw new Error("This file is empty.");
  if (file.size > largestFile) throw new Error("This file has more than 25 MB. Make it smaller first.");
  let share = 0;
  const tools: Asking = { signal, wait: (note) => report?.(share, note) };
  const { variants, placeholder } = made ?? (await preparePicture(file));
  const sha256 = await hashBytes(await file.arrayBuffer());
  const form = new URLSearchParams({ name: file.name, bytes: String(file.size), sha256 });
  if (replaces) {
    form.set("replaces.id", replaces.id);
    form.set("replaces.version", String(replaces.version));
  }
  if (restores) form.set("restores", restores.id);
  if (importId) form.set("isImported", "true");
  const begun = await ask<{ existing?: MediaSummary; upload?: UploadState }>(path, form, tools);
  if (begun.existing) return { item: begun.existing, isKnown: true };
  const own = `${path}/${begun.upload?.id}`;
  try {
    for (let received = begun.upload?.received ?? 0; received < file.size;) {
      share = (received / file.size) * 0.95;
      report?.(share);
      const part = file.slice(received, received + partSize);
      const { upload } = await ask<{ upload: UploadState }>(`${own}?from=${received}`, part, tools);
      received = upload.received;
    }
    share = 0.95;
    report?.(share);
    const end = new FormData();
    end.set("placeholder", placeholder);
    for (const variant of variants) end.append("variant", variant, "variant.webp");
    if (restores) describe(end, restores);
    if (importId) end.set("import", importId);
    const finished = await ask<{ item: MediaSummary; isKnown: boolean }>(`${own}?do=finish`, end, tools);
    queryClient.clear();
    return finished;
  } catch (error) {
    // What was sent so far is thrown away with the upload; if this fails it is swept.
    if (signal?.aborted) await fetch(`${own}?do=cancel`, { method: "POST" }).catch(() => {});
    throw error;
  }
}

function describe(form: FormData, { key, alt, caption, focus }: NonNullable<Sending["restores"]>): void {
  form.set("restored.key", key);
  form.set("restored.alt", alt);
  form.set("restored.caption", caption);
  form.set("restored.focus.x", String(focus.x));
  form.set("restored.focus.y", String(focus.y));
}

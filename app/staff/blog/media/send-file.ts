import { largestFile, type MediaSummary, partSize, type UploadState } from "#app/shared/media-library.ts";
import { queryClient } from "#app/client/query-client.client.ts";
import { preparePicture } from "./prepare-picture.ts";

const path = "/blog-management/media-uploads";

interface Sending {
  signal?: AbortSignal;
  /** The item whose file it replaces, and its version. */
  replaces?: { id: string; version: number };
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
  { signal, replaces, report }: Sending = {},
): Promise<{ item: MediaSummary; isKnown: boolean }> {
  if (file.size === 0) throw new Error("This file is empty.");
  if (file.size > largestFile) throw new Error("This file has more than 25 MB. Make it smaller first.");
  let share = 0;
  const tools: Tools = { signal, wait: (note) => report?.(share, note) };
  const { variants, placeholder } = await preparePicture(file);
  const form = new URLSearchParams({ name: file.name, bytes: String(file.size), sha256: await hashFile(file) });
  if (replaces) {
    form.set("replaces.id", replaces.id);
    form.set("replaces.version", String(replaces.version));
  }
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
    const made = new FormData();
    made.set("placeholder", placeholder);
    for (const variant of variants) made.append("variant", variant, "variant.webp");
    const finished = await ask<{ item: MediaSummary; isKnown: boolean }>(`${own}?do=finish`, made, tools);
    queryClient.clear();
    return finished;
  } catch (error) {
    // What was sent so far is thrown away with the upload; if this fails it is swept.
    if (signal?.aborted) await fetch(`${own}?do=cancel`, { method: "POST" }).catch(() => {});
    throw error;
  }
}

interface Tools {
  signal: AbortSignal | undefined;
  /** Says what is waited for. */
  wait: (note: string) => void;
}

/** SHA-256 in hexadecimal. */
async function hashFile(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Pauses before further tries in milliseconds; the last one repeats for as long as the network is away. */
const pauses = [500, 1000, 2000, 4000];
/** Answers that say that nothing has changed and that another try may help. */
const passing = new Set([429, 502, 503, 504]);
const mostTries = 6;

/** Posts `body` until there is an answer. Every step of an upload may be repeated. */
async function ask<Answer>(url: string, body: BodyInit, { signal, wait }: Tools): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    const answer = await fetch(url, { method: "POST", body, redirect: "manual", signal: signal ?? null }).catch(
      (error: unknown) => {
        if (signal?.aborted) throw error;
        return null;
      },
    );
    if (answer?.ok) return (await answer.json()) as Answer;
    const isPassing = answer === null || passing.has(answer.status);
    if (answer && (!isPassing || tries >= mostTries)) throw new Error(await readTrouble(answer));
    wait(answer === null ? "Waiting for the network" : "The site is busy");
    await pause(pauses[Math.min(tries, pauses.length) - 1] ?? 4000, signal);
  }
}

/** Ends early when the browser has a network again. */
async function pause(length: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((done) => {
    const timer = setTimeout(end, length);
    function end() {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal?.removeEventListener("abort", end);
      done();
    }
    addEventListener("online", end);
    signal?.addEventListener("abort", end);
  });
}

/** Why an answer is none, in words for who sends the file. */
async function readTrouble(answer: Response): Promise<string> {
  const problem = (await answer.json().catch(() => ({}))) as { detail?: string; errors?: Record<string, string[]> };
  const [first] = Object.values(problem.errors ?? {}).flat();
  if (first ?? problem.detail) return first ?? problem.detail ?? "";
  // The way to the sign-in page.
  if (answer.type === "opaqueredirect" || answer.status === 401)
    return "You are signed out. Sign in in another tab, then try again.";
  if (answer.status === 403) return "You may no longer add files.";
  return "The site could not take this file just now. Try again in a minute.";
}

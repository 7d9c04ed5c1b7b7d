import type { ImportSettings, SentPost } from "#worker/imports/import-schema.ts";
import type { Begun, Busy } from "#worker/imports/begin-import.ts";
import type { PostOutcome } from "#worker/imports/store-posts.ts";
import type { PageOutcome } from "#worker/imports/store-pages.ts";
import { ask, type Asking } from "#app/staff/ask-until-answered.ts";
import { createBatch } from "./batch.ts";
import { draftForeign } from "./draft-foreign.ts";
import { draftOwn, restorePictures } from "./draft-own.ts";
import { keepAlive, readRunner } from "./keep-alive.ts";
import { makeAllTopics, type TopicIds } from "./make-all-topics.ts";
import { createPictures, type Pictures } from "./pictures.ts";
import { listToSend, type Plan, type PlannedPage, type PlannedPost } from "./plan.ts";
import { runAddress } from "./run-address.ts";

/** How far an import has come. */
export interface Progress {
  posts: number;
  ofInsights: number;
  pictures: number;
  ofPictures: number;
  added: number;
  updated: number;
  /** Posts that were here: as the file has them, otherwise, or otherwise and changed by somebody here. */
  known: number;
  changed: number;
  edited: number;
  /** Pages that are stored apart. */
  pages: number;
  /** Posts that are not here, and why. */
  refused: { title: string; place: string; why: string }[];
  /** Pictures that did not come, and why. */
  missing: { title: string; address: string; why: string }[];
  /** Old addresses that lead elsewhere, as they did. */
  taken: { title: string; paths: readonly string[] }[];
  /** What it waits for, such as the network. */
  note: string | null;
}

export interface Run {
  plan: Plan;
  settings: ImportSettings;
  signal: AbortSignal;
  /** Resolves while nobody has paused the import. */
  goOn: () => Promise<void>;
  report: (progress: Progress) => void;
}

/** Somebody else sends this file just now. */
class BusyError extends Error {
  override name = "BusyError";

  constructor({ name, isSelf, articles, posts }: Busy) {
    const who = isSelf ? "You are importing this file in another tab" : `${name ?? "Somebody"} is importing this file`;
    super(`${who} just now: ${articles} of ${posts} posts are here. It is in the list below.`);
  }
}

/** What goes in one request, at most (worker/imports/import-schema.ts). */
const batch = { posts: 20, bytes: 700_000, files: 50 };

/**
 * Imports the posts of a plan that are not here. It waits for a lost network, and may be run again at any time: what is here
 * is not sent again.
 * @throws {BusyError} when somebody else does it just now
 * @throws {Error} with words for its owner; AbortError when `signal` is aborted
 */
export async function runImport({ plan, settings, signal, goOn, report }: Run): Promise<Progress> {
  const toSend = listToSend(plan.posts, settings.updates);
  const progress = startProgress(plan, toSend);
  const tell = (change: Partial<Progress>) => report(Object.assign(progress, change) && { ...progress });
  const asking: Asking = { signal, wait: (note) => tell({ note }), isPatient: true };
  let isAlive: ReturnType<typeof keepAlive> | null = null;
  const send = <Answer>(body: object) => {
    isAlive?.check();
    return ask<Answer>(runAddress, JSON.stringify(body), asking);
  };
  tell({});
  const runner = readRunner();
  const { id, busy } = await send<Begun>({
    intent: "begin",
    file: plan.file.name.slice(0, 120),
    fileHash: plan.file.hash,
    kind: plan.file.kind,
    site: plan.site.name,
    runner,
    posts: plan.posts.length,
    settings,
  });
  if (busy) throw new BusyError(busy);
  isAlive = keepAlive({ id, runner, signal });
  const files = createBatch<string>({ most: batch.files, bytes: Infinity }, (sent) =>
    // An import that was taken back may have brought them, and is not to take them along.
    send({ intent: "files", import: id, files: sent }),
  );
  const posts = createBatch<Waiting>({ most: batch.posts, bytes: batch.bytes }, async (sent) => {
    await files.flush();
    const list = sent.map(({ post }) => post);
    const answer = await send<{ posts: PostOutcome[] }>({ intent: "posts", import: id, posts: list });
    countOutcomes(answer.posts, sent, progress);
    tell({ posts: progress.posts + sent.length, note: null });
  });

  async function sendPosts() {
    const topics = await makeAllTopics({ plan, toSend, settings, importId: id }, send);
    const note = (file: string) => files.add(file, 0);
    const pictures = createPictures({ importId: id, fetches: settings.fetches, asking, note });
    if (plan.source.kind === "site")
      await restorePictures(plan.source, topics, { importId: id, asking, note, goOn, tell });
    else tell({ ofPictures: toSend.reduce((sum, { content }) => sum + countPictures(content), 0) });
    for (const planned of toSend) {
      await goOn();
      signal.throwIfAborted();
      const post = await makeInsight(planned, { settings, topics, pictures, plan, asking, tell, progress });
      await posts.add({ post, planned }, measure(post));
    }
    await posts.flush();
    await files.flush();
  }

  async function sendPages() {
    const pages = createBatch<{ page: object; planned: PlannedPage }>(
      { most: batch.posts, bytes: batch.bytes },
      async (sent) => {
        const list = sent.map(({ page }) => page);
        const answer = await send<{ pages: PageOutcome[] }>({ intent: "pages", import: id, pages: list });
        countPages(answer.pages, sent, progress);
        tell({ posts: progress.posts + sent.length, note: null });
      },
    );
    for (const planned of plan.pages.filter(({ isKnown }) => !isKnown)) {
      await goOn();
      signal.throwIfAborted();
      const { key, fingerprint, title, path, status, losses } = planned;
      const page = {
        key,
        fingerprint,
        title: title.slice(0, 200),
        path,
        status,
        losses,
        ...(await planned.readTexts()),
      };
      await pages.add({ page, planned }, measure(page));
    }
    await pages.flush();
  }

  try {
    await sendPosts();
    await sendPages();
    await send({ intent: "finish", import: id });
  } finally {
    isAlive.end();
  }
  tell({ note: null });
  return { ...progress };
}

interface Waiting {
  post: SentPost;
  planned: PlannedPost;
}

/** Posts that are not sent are counted, too: outcomes add up to what is in the file. */
function startProgress({ posts, pages }: Plan, toSend: readonly PlannedPost[]): Progress {
  const sent = new Set(toSend);
  const left = posts.filter((post) => !sent.has(post));
  const knownPages = pages.filter(({ isKnown }) => isKnown).length;
  const count = (standing: PlannedPost["standing"]) => left.filter((post) => post.standing === standing).length;
  return {
    posts: 0,
    ofInsights: toSend.length + pages.length - knownPages,
    pictures: 0,
    ofPictures: 0,
    added: 0,
    updated: 0,
    known: count("known") + knownPages,
    changed: count("changed"),
    edited: count("edited"),
    pages: 0,
    refused: [],
    missing: [],
    taken: toSend.flatMap(({ title, takenPaths }) => (takenPaths.length > 0 ? [{ title, paths: takenPaths }] : [])),
    note: null,
  };
}

function countOutcomes(outcomes: readonly PostOutcome[], sent: readonly Waiting[], progress: Progress): void {
  const byKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
  for (const { post, planned } of sent) {
    const { outcome, why, takenPaths } = byKey.get(post.key) ?? noAnswer;
    const { title, place } = planned;
    if (outcome === "refused") progress.refused.push({ title, place, why: why ?? "" });
    else progress[outcome] += 1;
    if (takenPaths.length > 0) progress.taken.push({ title, paths: takenPaths });
  }
}

function countPages(
  outcomes: readonly PageOutcome[],
  sent: readonly { planned: PlannedPage }[],
  progress: Progress,
): void {
  const byKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
  for (const { planned } of sent) {
    const { outcome, why } = byKey.get(planned.key) ?? noAnswer;
    if (outcome === "refused") progress.refused.push({ title: planned.title, place: planned.place, why: why ?? "" });
    else progress.pages += 1;
  }
}

const noAnswer = { outcome: "refused", why: "The site did not say what became of it.", takenPaths: [] } as const;

function measure(body: object): number {
  return new Blob([JSON.stringify(body)]).size;
}

function countPictures(content: PlannedPost["content"]): number {
  return content.kind === "foreign" ? content.post.pictures.length : 0;
}

interface Making {
  settings: ImportSettings;
  topics: TopicIds;
  pictures: Pictures;
  plan: Plan;
  asking: Asking;
  tell: (change: Partial<Progress>) => void;
  progress: Progress;
}

async function makeInsight(planned: PlannedPost, { settings, topics, pictures, plan, asking, tell, progress }: Making) {
  const { key, fingerprint, content, oldPaths } = planned;
  const base = { key, fingerprint, oldPaths: [...oldPaths].slice(0, 100) };
  if (content.kind === "own") return { ...base, ...draftOwn(planned, await content.read(), { plan, topics }) };
  const found = await pictures.bring(content.post, {
    done: () => tell({ pictures: progress.pictures + 1, note: null }),
    fail: (address, why) => progress.missing.push({ title: planned.title, address, why }),
  });
  const markdown = await content.readMarkdown();
  return { ...base, ...(await draftForeign(planned, content.post, markdown, { settings, topics, found, asking })) };
}

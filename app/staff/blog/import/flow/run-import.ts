import type { ImportSettings, SentPost } from "#worker/imports/import-schema.ts";
import type { PostOutcome } from "#worker/imports/store-posts.ts";
import { ask, type Asking } from "../../ask-until-answered.ts";
import { draftForeign } from "./draft-foreign.ts";
import { draftOwn, restorePictures } from "./draft-own.ts";
import { makeAllTopics, type TopicIds } from "./make-all-topics.ts";
import { createPictures, type Pictures } from "./pictures.ts";
import { listToSend, type Plan, type PlannedPost } from "./plan.ts";
import { runAddress } from "./run-address.ts";

/** How far an import has come. */
export interface Progress {
  posts: number;
  ofPosts: number;
  pictures: number;
  ofPictures: number;
  added: number;
  updated: number;
  /** Posts that are not here, and why. */
  refused: { title: string; place: string; why: string }[];
  /** Pictures that did not come, and why. */
  missing: { title: string; address: string; why: string }[];
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

/** What goes in one request, at most (worker/imports/import-schema.ts). */
const batch = { posts: 20, bytes: 700_000, files: 50 };

/**
 * Imports the posts of a plan that are not here. It waits for a lost network, and may be run again at any time: what is here
 * is not sent again.
 * @throws {Error} with words for its owner; AbortError when `signal` is aborted
 */
export async function runImport({ plan, settings, signal, goOn, report }: Run): Promise<Progress> {
  const toSend = listToSend(plan.posts, settings.updates);
  const progress: Progress = {
    posts: 0,
    ofPosts: toSend.length,
    pictures: 0,
    ofPictures: 0,
    added: 0,
    updated: 0,
    refused: [],
    missing: [],
    note: null,
  };
  const tell = (change: Partial<Progress>) => report(Object.assign(progress, change) && { ...progress });
  const asking: Asking = { signal, wait: (note) => tell({ note }), isPatient: true };
  const send = <Answer>(body: object) => ask<Answer>(runAddress, JSON.stringify(body), asking);
  tell({});
  const { id } = await send<{ id: string }>({
    intent: "begin",
    file: plan.file.name.slice(0, 120),
    fileHash: plan.file.hash,
    kind: plan.file.kind,
    posts: plan.posts.length,
    settings,
  });
  let files: string[] = [];
  /** Tells which files were here: an import that was taken back may have brought them, and is not to take them along. */
  async function noteFiles() {
    const noted = files.slice(0, batch.files);
    if (noted.length === 0) return;
    await send({ intent: "files", import: id, files: noted });
    files = files.slice(noted.length);
  }
  async function note(file: string) {
    files.push(file);
    if (files.length >= batch.files) await noteFiles();
  }

  let waiting: { post: SentPost; planned: PlannedPost }[] = [];
  let bytes = 0;
  async function flush() {
    if (waiting.length === 0) return;
    const sent = waiting;
    [waiting, bytes] = [[], 0];
    await noteFiles();
    const { posts } = await send<{ posts: PostOutcome[] }>({
      intent: "posts",
      import: id,
      posts: sent.map(({ post }) => post),
    });
    for (const { key, outcome, why } of posts) count(sent.find(({ post }) => post.key === key)?.planned, outcome, why);
    tell({ posts: progress.posts + sent.length, note: null });
  }
  function count(planned: PlannedPost | undefined, outcome: PostOutcome["outcome"], why: string | null) {
    if (outcome === "added") progress.added += 1;
    if (outcome === "updated") progress.updated += 1;
    if (outcome === "refused" && planned)
      progress.refused.push({ title: planned.title, place: planned.place, why: why ?? "" });
  }

  async function sendAll() {
    const topics = await makeAllTopics({ plan, toSend, settings, importId: id }, send);
    const pictures = createPictures({ importId: id, fetches: settings.fetches, asking, note });
    if (plan.source.kind === "site")
      await restorePictures(plan.source, topics, { importId: id, asking, note, goOn, tell });
    else tell({ ofPictures: toSend.reduce((sum, { content }) => sum + countPictures(content), 0) });
    for (const planned of toSend) {
      await goOn();
      signal.throwIfAborted();
      const post = await makePost(planned, { settings, topics, pictures, plan, asking, tell, progress });
      const length = new Blob([JSON.stringify(post)]).size;
      if (waiting.length === batch.posts || bytes + length > batch.bytes) await flush();
      waiting.push({ post, planned });
      bytes += length;
    }
    await flush();
    await noteFiles();
  }

  await sendAll();
  await send({ intent: "finish", import: id });
  tell({ note: null });
  return { ...progress };
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

async function makePost(planned: PlannedPost, { settings, topics, pictures, plan, asking, tell, progress }: Making) {
  const { key, fingerprint, content, oldPaths } = planned;
  const base = { key, fingerprint, oldPaths: [...oldPaths].slice(0, 100) };
  if (content.kind === "own") return { ...base, ...draftOwn(planned, content.post, { plan, topics }) };
  const found = await pictures.bring(content.post, {
    done: () => tell({ pictures: progress.pictures + 1, note: null }),
    fail: (address, why) => progress.missing.push({ title: planned.title, address, why }),
  });
  return { ...base, ...(await draftForeign(planned, content.post, { settings, topics, found, asking })) };
}

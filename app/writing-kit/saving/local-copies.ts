import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { copiesDatabase } from "#shared/insights/article-copies.ts";
import { day } from "#shared/dates/durations.ts";
import type { Stored } from "./answers.ts";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";

/** What was written in an article, or in a job, on this device and is not saved. */
export interface Copy<Draft extends object = InsightDraft> {
  /** Of the page that wrote it. */
  id: string;
  account: string;
  /** Id of the article or of the job. */
  article: string;
  draft: Draft;
  /** What the page had read or saved before. */
  base: Draft;
  /** When it was written, epoch milliseconds. */
  at: number;
}

interface Copies extends DBSchema {
  copies: { key: string; value: Copy<object>; indexes: { owner: [account: string, article: string] } };
}

/** Copies that nobody came back for. */
const copyLife = 30 * day;

let database: Promise<IDBPDatabase<Copies>> | undefined;

function openCopies(): Promise<IDBPDatabase<Copies>> {
  database ??= openDB<Copies>(copiesDatabase, 1, {
    upgrade(db) {
      db.createObjectStore("copies", { keyPath: "id" }).createIndex("owner", ["account", "article"]);
    },
    // Where the browser closes it, the next write opens it again.
    terminated: () => (database = undefined),
  });
  database.catch(() => (database = undefined));
  return database;
}

export async function keepCopy(copy: Copy<object>): Promise<void> {
  await (await openCopies()).put("copies", copy);
}

export async function dropCopy(id: string): Promise<void> {
  await (await openCopies()).delete("copies", id);
}

/**
 * Looks for copies of an article that no open page works on, and calls `onFound` with each: at once, or when the page is gone
 * that works on it. Calls nothing where the browser stores nothing. Returns a function that ends the search.
 */
export function findCopies<Draft extends object>(
  owner: Pick<Copy, "account" | "article">,
  onFound: (copy: Copy<Draft>) => void,
): () => void {
  const search = new AbortController();
  const { promise: end, resolve } = Promise.withResolvers<void>();
  search.signal.addEventListener("abort", () => resolve());

  async function offer(id: string): Promise<void> {
    const copy = await (await openCopies()).get("copies", id);
    if (!copy || search.signal.aborted) return;
    // One id names one thing, so what is stored under it has its shape.
    onFound(copy as Copy<Draft>);
    // No other page asks about it meanwhile.
    await end;
  }

  async function look(): Promise<void> {
    const db = await openCopies();
    const found = await db.getAllFromIndex("copies", "owner", [owner.account, owner.article]);
    for (const { id, at } of found.toSorted((a, b) => b.at - a.at))
      if (at < Date.now() - copyLife) await db.delete("copies", id);
      else if (navigator.locks)
        navigator.locks.request(lockName(id), { signal: search.signal }, () => offer(id)).catch(() => {});
      else void offer(id);
  }

  look().catch(() => {});
  return () => search.abort();
}

/** Copies of what was begun on this device and never saved, but for those that an open page works on. */
export async function listBegun(account: string): Promise<Copy<Stored["draft"]>[]> {
  const db = await openCopies();
  const all = await db.getAllFromIndex("copies", "owner", IDBKeyRange.bound([account], [account, []]));
  const locks = await navigator.locks?.query();
  const held = new Set(locks?.held?.map(({ name }) => name));
  return (all as Copy<Stored["draft"]>[]).filter(
    ({ id, base }) => base.title === "" && base.markdown === "" && !held.has(lockName(id)),
  );
}

const lockName = (id: string) => `article-copy ${id}`;

/** Marks a copy as that of an open page, until the returned function is called or the page is gone. */
export function holdCopy(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks?.request(lockName(id), () => promise);
  return resolve;
}

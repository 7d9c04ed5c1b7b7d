import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { copiesDatabase } from "#app/shared/article-copies.ts";
import { day } from "#app/shared/durations.ts";
import type { PostDraft } from "#worker/insights/post-draft.ts";

/** What was written in an article on this device and is not saved. */
export interface Copy {
  /** Of the page that wrote it. */
  id: string;
  account: string;
  article: string;
  draft: PostDraft;
  /** What the page had read or saved before. */
  base: PostDraft;
  /** When it was written, epoch milliseconds. */
  at: number;
}

interface Copies extends DBSchema {
  copies: { key: string; value: Copy; indexes: { owner: [account: string, article: string] } };
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

export async function keepCopy(copy: Copy): Promise<void> {
  await (await openCopies()).put("copies", copy);
}

export async function dropCopy(id: string): Promise<void> {
  await (await openCopies()).delete("copies", id);
}

/**
 * The copies of an article that no open page works on, newest first; none where the browser stores nothing. Those that are
 * too old are deleted.
 */
export async function findCopies(owner: Pick<Copy, "account" | "article">): Promise<Copy[]> {
  try {
    const db = await openCopies();
    const found = await db.getAllFromIndex("copies", "owner", [owner.account, owner.article]);
    const held = await listHeld();
    const old = found.filter(({ at }) => at < Date.now() - copyLife);
    for (const { id } of old) await db.delete("copies", id);
    return found.filter((copy) => !held.has(copy.id) && !old.includes(copy)).toSorted((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

const lockName = (id: string) => `article-copy ${id}`;

/** Marks a copy as that of an open page, until the returned function is called or the page is gone. */
export function holdCopy(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks?.request(lockName(id), () => promise);
  return resolve;
}

async function listHeld(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = "" }) => name.replace(/^article-copy /, "")));
}

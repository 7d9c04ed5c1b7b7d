/** What a backup is made of: docs/backup.md and docs/decisions/088-backups.md. */

/** A bucket of R2, or what stands in for one: a folder, or R2's HTTP API. */
export interface ObjectStore {
  list(options: { prefix?: string; startAfter?: string; limit?: number }): Promise<{
    objects: readonly ListedObject[];
    truncated: boolean;
  }>;
  get(key: string, options?: { range: { offset: number; length: number } }): Promise<StoredObject | null>;
  put(key: string, value: Uint8Array<ArrayBuffer>, options?: ObjectFacts): Promise<unknown>;
  delete(keys: string[]): Promise<void>;
}

interface ListedObject {
  key: string;
  size: number;
  etag: string;
}

interface StoredObject extends ListedObject, ObjectFacts {
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** An object without its bytes. */
export interface ObjectFacts {
  httpMetadata?: Omit<R2HTTPMetadata, "cacheExpiry">;
  customMetadata?: Record<string, string>;
}

export type BackupDb = Pick<D1Database, "prepare" | "batch">;

/** What is backed up, by the names of the bindings. */
export interface Sources {
  databases: Readonly<Record<string, BackupDb>>;
  buckets: Readonly<Record<string, ObjectStore>>;
}

/**
 * A value of a row. REAL is a number. Everything else is text that begins with its kind: `i` INTEGER in decimals, `t` TEXT, `z` TEXT
 * with a NUL as hexadecimal UTF-8, `b` BLOB in hexadecimal, `r` an infinite REAL.
 */
export type Value = string | number | null;

export interface Table {
  name: string;
  /** In the order of a row's values; `rowid` comes first where the table has one of its own. */
  columns: readonly string[];
  /** Columns by which pages follow each other. */
  key: readonly string[];
  parts: Part[];
  rows: number;
  /** It had few rows when the backup began: all such tables are read at one instant. */
  isSmall?: boolean;
  /** When its first and its last page were read, epoch milliseconds; the same for all tables that were read at one instant. */
  from?: number;
  to?: number;
}

/** Lines that are next to each other, in one object: rows as JSON arrays, or files as `FileEntry`. */
export interface Part {
  object: string;
  /** How many lines of the object come before them, and how many they are. */
  skip: number;
  lines: number;
  /** SHA-256 (hex) of the lines, each with its line feed. */
  sha256: string;
  /** Key of the last line. */
  last: readonly Value[];
  /** MD5 (hex) of the object as it was stored. */
  mark: string;
}

export interface FileEntry {
  key: string;
  size: number;
  etag: string;
  facts: ObjectFacts;
  /** SHA-256 (hex) of each piece of `pieceSize` bytes; the objects of the pieces are named by it. */
  pieces: readonly string[];
  /** MD5 (hex) of each of those objects as it was stored. */
  marks: readonly string[];
}

export interface BackedUpDatabase {
  /** The binding. */
  name: string;
  /** Names of the migrations that it has, in order. */
  migrations: readonly string[];
  /** CREATE statements as SQLite has them: tables, then indexes, views, triggers. */
  schema: readonly { type: string; name: string; sql: string }[];
  /** Tables that refer to others come before these. */
  tables: Table[];
}

export interface BackedUpBucket {
  name: string;
  parts: Part[];
  files: number;
  bytes: number;
  /** Its whole list has been read. */
  isDone: boolean;
}

/** What a backup says of itself. While it is made, the same with less in it. */
export interface Manifest {
  format: 1;
  id: string;
  /** Host of the site. */
  site: string;
  startedAt: number;
  finishedAt: number | null;
  databases: BackedUpDatabase[];
  buckets: BackedUpBucket[];
  /** Bytes that this backup has added to the store. */
  stored: number;
  /** The backup whose files are not read again. */
  former: string | null;
}

/** Of what a file is cut into. */
export const pieceSize = 8 * 1024 * 1024;

/** How much a step may do. What is left is for the next one. */
export interface Budget {
  /** Calls of bindings, each of which counts as a subrequest. */
  calls: number;
  bytes: number;
  /** Epoch milliseconds. */
  until: number;
  /** Something was done: until then there is always room, so that every step gets on. */
  isUsed?: boolean;
}

export function hasLeft({ calls, bytes, until, isUsed }: Budget): boolean {
  return !isUsed || (calls > 0 && bytes > 0 && Date.now() < until);
}

export function spend(budget: Budget, { calls, bytes = 0 }: { calls: number; bytes?: number }): void {
  budget.calls -= calls;
  budget.bytes -= bytes;
  budget.isUsed = true;
}

/** What a test leaves in the main database and in the bucket, and how that is emptied. */
import { env } from "cloudflare:workers";

interface Part {
  type: string;
  name: string;
  /** The table that it is part of. */
  tbl_name: string;
  sql: string;
}

/** What lets rows be deleted that triggers keep: a note which only the batch sees that writes it and deletes it. */
const pass = "d1_migrations where name = 'emptying'";

export interface Tables {
  names: ReadonlySet<string>;
  /** The tables that triggers put something into where a row of this table is added, changed or deleted. */
  followers: ReadonlyMap<string, readonly string[]>;
}

/** What was written since everything was emptied, by whatever this isolate runs: the built Worker, too. */
interface Writes {
  tables: Set<string>;
  /** The tables themselves may have been changed. */
  isSchema: boolean;
  isBucket: boolean;
}

declare global {
  // Modules may be read once more, and bindings are wrapped once.
  var writes: Writes | undefined;
}

/** What was written so far. */
export function readWrites(): Writes {
  return (globalThis.writes ??= watchWrites());
}

/** With what ANALYZE stores, which changes how queries are run. */
export const ofSchema = `from sqlite_master
  where sql is not null and name not like '\\_%' escape '\\' and name not in ('sqlite_sequence', 'd1_migrations')`;

/**
 * An isolate remembers the signing keys, and a test that wants none deletes them itself. The settings are one row that is
 * always there: a test that changes it changes it back.
 */
const prefilled = new Set(["signing_keys", "analytics_settings", "alert_settings"]);

/** Gives the triggers that keep rows from being deleted a pass: to drop them and make them again after each test is slow. */
export async function openKeepers(): Promise<void> {
  const { results } = await env.DB.prepare(`select name, sql ${ofSchema} and type = 'trigger'`).all<Part>();
  const statements = results
    .filter(({ sql }) => /before delete[^]*\braise\b/i.test(sql))
    .flatMap(({ name, sql }) => [
      `drop trigger "${name}"`,
      sql.replace(/\bwhen\b([^]*?)\bbegin\b/i, `WHEN ($1) AND NOT EXISTS (SELECT 1 FROM ${pass})\nBEGIN`),
    ]);
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
}

/** What there is to empty. */
export async function listTables(): Promise<Tables> {
  const { results: parts } = await env.DB.prepare(`select type, name, tbl_name, sql ${ofSchema}`).all<Part>();
  const triggers = Map.groupBy(
    parts.filter(({ type }) => type === "trigger"),
    ({ tbl_name }) => tbl_name,
  );
  return {
    names: new Set(parts.filter(({ type, name }) => type === "table" && !prefilled.has(name)).map(({ name }) => name)),
    followers: new Map(Array.from(triggers, ([table, own]) => [table, own.flatMap(({ sql }) => listWritten(sql))])),
  };
}

/** The tables that a statement adds rows to, or changes. */
function listWritten(sql: string): string[] {
  const written = /\b(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(\w+)/gi;
  return Array.from(sql.matchAll(written), ([, name = ""]) => name);
}

function watchWrites(): Writes {
  const writes: Writes = { tables: new Set(), isSchema: false, isBucket: false };
  const note = (sql: string) => {
    if (/^\s*select\b/i.test(sql)) return;
    for (const name of listWritten(sql)) writes.tables.add(name);
    if (/^\s*(?:create|drop|alter|analyze)\b/im.test(sql)) writes.isSchema = true;
  };
  watch(env.DB, ["prepare", "exec"], note);
  watch(env.DB.withSession(), ["prepare"], note);
  watch(env.MEDIA, ["put", "createMultipartUpload", "resumeMultipartUpload"], () => (writes.isBucket = true));
  return writes;
}

/** Calls `hear` with the first argument of each call of these methods, of any object of the same class. */
function watch(one: object, methods: readonly string[], hear: (given: string) => void): void {
  const prototype = Object.getPrototypeOf(one) as Record<string, (...given: unknown[]) => unknown>;
  for (const name of methods) {
    const method = prototype[name];
    prototype[name] = function (this: object, ...given) {
      hear(String(given[0]));
      return method?.apply(this, given);
    };
  }
}

/** Deletes all that was written: rows, also those that triggers wrote, and objects. Where nothing was, nothing is asked. */
export async function emptyWritten({ names, followers }: Tables): Promise<void> {
  const writes = readWrites();
  const { isBucket } = writes;
  // A set goes on with what is added to it meanwhile.
  const found = new Set(writes.tables);
  for (const name of found) for (const follower of followers.get(name) ?? []) found.add(follower);
  const filled = [...found].filter((name) => names.has(name));
  const following = new Set(filled.flatMap((name) => followers.get(name) ?? []));
  const statements = [
    "pragma defer_foreign_keys = on",
    "insert into d1_migrations (id, name) values (-1, 'emptying')",
    // Triggers may fill a table that is empty already.
    ...[...filled, ...filled.filter((name) => following.has(name))].map((name) => `delete from "${name}"`),
    `delete from ${pass}`,
  ];
  const prepared = statements.map((statement) => env.DB.prepare(statement));
  // What is written while this waits is for the next time.
  Object.assign(writes, { tables: new Set(), isBucket: false, isSchema: false } satisfies Writes);
  if (isBucket) await emptyBucket();
  if (filled.length > 0) await env.DB.batch(prepared);
}

async function emptyBucket(): Promise<void> {
  const { objects } = await env.MEDIA.list();
  if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key));
}

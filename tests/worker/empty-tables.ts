/** The tables of the database of tests, and how they are emptied. */
import { env } from "cloudflare:workers";

interface Part {
  type: string;
  name: string;
  /** The table that it is part of. */
  tbl_name: string;
  sql: string;
}

export interface Tables {
  names: string[];
  /** Triggers that keep rows from being deleted, or store what they leave. */
  keepers: Part[];
}

export const ofSchema = `from sqlite_master
  where sql is not null and name not like '\\_%' escape '\\' and name not like 'sqlite%' and name <> 'd1_migrations'`;

/**
 * An isolate remembers the signing keys, and a test that wants none deletes them itself. The settings are one row that is
 * always there: a test that changes it changes it back.
 */
const kept = new Set(["signing_keys", "analytics_settings", "alert_settings"]);

/** What there is to empty. */
export async function listTables(): Promise<Tables> {
  const { results: parts } = await env.DB.prepare(`select type, name, tbl_name, sql ${ofSchema}`).all<Part>();
  return {
    names: parts.filter(({ type, name }) => type === "table" && !kept.has(name)).map(({ name }) => name),
    keepers: parts.filter(
      ({ type, sql }) => type === "trigger" && /before delete|after delete[^]*\binsert\b/i.test(sql),
    ),
  };
}

/** Deletes all rows where there are any: to look costs less than to delete nothing. */
export async function emptyTables({ names, keepers }: Tables): Promise<void> {
  const columns = names.map((name) => `exists (select 1 from "${name}") as "${name}"`);
  // D1 answers with a hundred columns at most.
  const halves = [columns.slice(0, names.length / 2), columns.slice(names.length / 2)];
  const selects = halves.map((half) => env.DB.prepare(`select ${half.join(", ")}`));
  const rows = await env.DB.batch<Record<string, number>>(selects);
  const row = Object.assign({}, ...rows.map(({ results }) => results[0])) as Record<string, number>;
  const filled = names.filter((name) => row[name] === 1);
  if (filled.length === 0) return;
  const inTheWay = keepers.filter(({ tbl_name }) => filled.includes(tbl_name));
  const statements = [
    "pragma defer_foreign_keys = on",
    ...inTheWay.map(({ name }) => `drop trigger "${name}"`),
    ...filled.map((name) => `delete from "${name}"`),
    ...inTheWay.map(({ sql }) => sql),
  ];
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
}

/** Deletes all objects of the bucket. */
export async function emptyBucket(): Promise<void> {
  const { objects } = await env.MEDIA.list();
  if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key));
}

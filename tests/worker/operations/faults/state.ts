/** All that is stored, in a form in which two runs of the same work are equal. */
import { env } from "cloudflare:workers";

/** Counts of attempts and challenges, which refusals are there to change; and what every request of a session may note. */
const uncounted = new Set([
  "sign_in_backoff",
  "link_requests",
  "webauthn_challenges",
  "used_sign_in_states",
  "signing_keys",
  "search_progress",
  // Words of texts that stand in another table.
  "application_search",
  "application_terms",
  // What failed is noted for operators, as is how each run of a job went.
  "error_groups",
  "error_hours",
  "job_runs",
]);

/** Tables of the search that can be read as they are. */
const searched = new Set(["documents", "versions", "vectors", "runs", "embedding_failures"]);

/** Columns with a number that is drawn, or which tell how far a job is that goes on by itself. */
const unlike = "'visit_no', 'attempts', 'stale', 'ending', 'used_at'";

/** How much stood in all tables and the bucket at a moment; and the network, without which a visit is stored while its key cannot be read; how often a key has signed, and a session was renewed. */
const loose =
  "'backup_runs.rows', 'backup_runs.files', 'backup_runs.file_bytes', 'backup_runs.stored_bytes', 'visits.network', 'passkeys.sign_count', 'sessions.counter'";

export type State = Record<string, string[]>;

export interface StateReader {
  read: () => Promise<State>;
}

/**
 * Ids, hashes, tokens, ciphertexts, instants, and the numbers that tests give to names differ each time: only that they are there
 * counts. Small numbers, such as versions and states, are compared.
 */
function fold(value: string): string {
  if (!value.startsWith("'")) return Math.abs(Number(value)) > 1e9 || value.startsWith("X'") ? "<many>" : value;
  return (
    value
      // Files for calendars break their lines anywhere.
      .replaceAll("\\r\\n ", "")
      // Salts and keys of passwords have no digit or no capital by chance.
      .replaceAll(/(?<=\$scrypt\$[\w=,]+\$)[^']*/g, "<token>")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "<id>")
      .replaceAll(/[0-9a-f]{24,}/gi, "<hash>")
      .replaceAll(/(?=[\w+/-]*\d)(?=[\w+/-]*[A-Z])[\w+/-]{20,}={0,2}/g, "<token>")
      .replaceAll(/[\w-]{40,}/g, "<token>")
      .replaceAll(/[\w-]{10,}\.<token>/g, "<sealed>")
      .replaceAll(/\b[0-9A-F]{4}-[0-9A-F]{4}\b|[0-9a-fA-F]{8,}/g, "<part>")
      .replaceAll(/(?<=\dZ-)[0-9a-f]{6}\b/g, "<part>")
      .replaceAll(/\d+/g, "#")
  );
}

async function readColumns(db: D1Database, keep: (name: string) => boolean) {
  const { results } = await db
    .prepare(
      `select m.name as name, group_concat('quote("' || c.name || '")') as columns
       from sqlite_master m join pragma_table_info(m.name) c
       where m.type = 'table' and c.name not in (${unlike}) and m.name || '.' || c.name not in (${loose})
         and m.name not like '\\_%' escape '\\' and m.name not like 'sqlite%' and m.name <> 'd1_migrations'
       group by m.name`,
    )
    .all<{ name: string; columns: string }>();
  return results.filter(({ name }) => keep(name));
}

/** Reads which tables there are; what it returns reads all of them in one trip for each database. */
export async function openState(): Promise<StateReader> {
  const sources: [D1Database, { name: string; columns: string }[]][] = [
    [env.DB, await readColumns(env.DB, (name) => !uncounted.has(name))],
    [env.SEARCH_DB, await readColumns(env.SEARCH_DB, (name) => searched.has(name))],
  ];
  const queries = sources.map(([db, tables]) => ({
    db,
    statements: chunk(tables, 40).map((some) =>
      db.prepare(
        `select ${some.map(({ name, columns }) => `(select json_group_array(json_array(${columns})) from "${name}") as "${name}"`).join()}`,
      ),
    ),
  }));
  return {
    async read() {
      const state: State = {};
      for (const { db, statements } of queries)
        for (const { results } of await db.batch<Record<string, string>>(statements))
          for (const [name, rows] of Object.entries(results[0] ?? {})) {
            const folded = (JSON.parse(rows) as string[][]).map((row) => row.map(fold).join("|")).toSorted();
            const counted = name === "audit_log" ? folded.filter((row) => !passing.test(row)) : folded;
            if (counted.length > 0) state[name] = counted;
          }
      const { objects } = await env.MEDIA.list();
      if (objects.length > 0)
        state["objects"] = objects.map(({ key, size }) => `${fold(`'${key}`)} ${size}`).toSorted();
      return state;
    },
  };
}

/** Rows of the audit log that say no change: refusals, and who looked, which a look that is repeated leaves earlier. */
const passing = /'(?:session\.\w*refused|(?:application|enquiry)\.read)'/;

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** In which tables they differ, with the rows that only one of them has; empty where they are equal. */
export function compareStates(one: State, other: State, except: readonly string[] = []): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => !except.includes(name));
  return names.flatMap((name) => {
    const [mine, theirs] = [one[name] ?? [], other[name] ?? []];
    if (mine.join("\n") === theirs.join("\n")) return [];
    const only = (some: string[], others: string[]) => subtract(some, others).map((row) => row.slice(0, 400));
    return [
      `${name}: only here ${JSON.stringify(only(mine, theirs))}, only there ${JSON.stringify(only(theirs, mine))}`,
    ];
  });
}

function subtract(some: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return some.filter((row) => {
    const at = left.indexOf(row);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

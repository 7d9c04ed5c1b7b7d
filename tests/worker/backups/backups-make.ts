/** Backups for tests: a site to back up, a store in memory, a whole backup in one go or in the steps of the job, and its restore. */
import { createHash } from "node:crypto";
import { env } from "cloudflare:workers";
import { listSources } from "#worker/backups/run-backups.ts";
import { beginBackup, stepBackup } from "#worker/backups/make-backup.ts";
import type { Vault } from "#worker/backups/objects.ts";
import { nameBackup } from "#worker/backups/runs.ts";
import { openKey } from "#worker/backups/seal.ts";
import type { BackupDb, ObjectStore, Sources } from "#worker/backups/types.ts";
import { quote } from "#worker/backups/read-rows.ts";
import { openDb } from "#worker/db/client.ts";
import { restoreBackup } from "../../../scripts/backup/restore-backup.ts";
import { subjects } from "#worker/subjects.ts";
import { makeApplication, makeCandidate } from "../hiring/application-rows.ts";
import { makeEnquiry, makeMail } from "../enquiries/enquiry-rows.ts";
import { makeInsight } from "../insights/insights-make.ts";
import { makeSession, makeAccount } from "../make.ts";

export const backupKey = "key-of-the-backups-of-these-tests";
const db = openDb(env.DB);
const site = new URL(env.SITE_ORIGIN).host;

/** A bucket in memory, whose bytes a test may change. */
export function openMemory() {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const describe = (key: string, bytes: Uint8Array) => ({
    key,
    size: bytes.length,
    etag: createHash("md5").update(bytes).digest("hex"),
  });
  const store: ObjectStore = {
    async list({ prefix = "", startAfter = "", limit = 1000 }) {
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > startAfter).toSorted();
      const some = keys.slice(0, limit).map((key) => describe(key, objects.get(key) ?? new Uint8Array()));
      return { objects: some, truncated: keys.length > limit };
    },
    async get(key) {
      const bytes = objects.get(key);
      return bytes ? { ...describe(key, bytes), arrayBuffer: async () => bytes.slice().buffer } : null;
    },
    put: async (key, value) => void objects.set(key, value.slice()),
    delete: async (keys) => void keys.forEach((key) => objects.delete(key)),
  };
  return { objects, store };
}

export async function openVault(store: ObjectStore, secret = backupKey): Promise<Vault> {
  return { store, key: await openKey(secret) };
}

/** The main database and the bucket of files. */
export const sources = (): Sources => {
  const { databases, buckets } = listSources(env);
  return { databases: { DB: databases["DB"] ?? env.DB }, buckets: { MEDIA: buckets["MEDIA"] ?? env.MEDIA } };
};

/** A whole backup; `between` runs after each step, which then does little. */
export async function backUp(
  vault: Vault,
  { at = Date.now(), between, site: of = site }: { at?: number; between?: () => unknown; site?: string } = {},
) {
  const manifest = await beginBackup(sources(), vault, { id: nameBackup(at), site: of });
  const budget = () => ({ calls: between ? 3 : 1e6, bytes: 1e9, until: Date.now() + 1e6 });
  // As between two runs of the job: through JSON.
  let state = JSON.stringify(manifest);
  for (;;) {
    const next = JSON.parse(state) as typeof manifest;
    if (await stepBackup(next, sources(), vault, budget())) return next;
    state = JSON.stringify(next);
    await between?.();
  }
}

export function restore(vault: Vault, id: string, overrides: Partial<Parameters<typeof restoreBackup>[0]> = {}) {
  return restoreBackup({
    id,
    vault,
    target: sources(),
    site,
    mayReplace: true,
    mayBeOther: false,
    migrations: {
      list: () => env.TEST_MIGRATIONS.map(({ name }) => name),
      apply: applyMigrations,
    },
    env,
    subjects,
    ...overrides,
  });
}

/** What the database lacks; the tests' own function takes nothing but a binding. */
async function applyMigrations(db: BackupDb): Promise<void> {
  const { results } = await db.prepare("select name from d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  for (const { name, queries } of env.TEST_MIGRATIONS.filter((migration) => !applied.has(migration.name))) {
    const note = db.prepare("insert into d1_migrations (name) values (?)").bind(name);
    await db.batch([...queries.map((query) => db.prepare(query)), note]);
  }
}

/** As long as a file whose bytes are kept in several pieces. */
export const ofPieces = 9 * 1024 * 1024;

/** A site with something of each kind: accounts, enquiries, applications, visitors, and files small and of `bytes`. */
export async function fillSite(bytes = 100_000) {
  const super1 = await makeAccount({ roles: ["super_admin"] });
  const tokens = await makeSession(super1.id);
  await db
    .updateTable("accounts")
    .set({ invited_by: super1.id })
    .where("id", "=", (await makeAccount()).id)
    .execute();
  await makeInsight({});
  const enquiries = [
    await makeEnquiry({ email: "gone@client.example" }),
    await makeEnquiry({ email: "Stays@client.example" }),
  ];
  const mail = await makeMail(enquiries[1]?.id ?? ("" as never), "waiting");
  const [one, two] = [await makeCandidate(), await makeCandidate()];
  await db.updateTable("candidates").set({ merged_into: two.id }).where("id", "=", one.id).execute();
  const applications = [
    await makeApplication({ candidate_id: one.id }),
    await makeApplication({ candidate_id: two.id }),
  ];
  await env.DB.prepare(`insert into visitors (visitor, first_visit, received_at, idle_since, user_agent, referrer, language, timezone)
    values (9223372036854775807, 1, 1, 1, 1, 1, 1, 1), (9007199254740993, 1, 1, 1, 1, 1, 1, 1)`).run();
  await env.MEDIA.put("covers/a.webp", new Uint8Array(70_000).fill(7), { httpMetadata: { contentType: "image/webp" } });
  await env.MEDIA.put("private/empty", new Uint8Array());
  await env.MEDIA.put("private/ü large", new Uint8Array(bytes).fill(3), { customMetadata: { by: "a test" } });
  return { super1, tokens, enquiries, mail, applications };
}

/** Every table that is backed up, with its rows as SQLite writes them, and every file. */
export async function readAll() {
  const { results } = await env.DB.prepare(
    `select m.name as "table", json_group_array(x.name) as names from sqlite_master as m, pragma_table_xinfo(m.name) as x
      where m.type = 'table' and x.hidden = 0 and m.name not glob '_cf_*' and m.name not glob 'sqlite_*'
        and m.name not in ('backup_runs', 'backup_notes') group by m.name order by m.name`,
  ).all<{ table: string; names: string }>();
  const rows = await env.DB.batch<Record<string, string>>(
    results.map(({ table, names }) => {
      const values = (JSON.parse(names) as string[]).map(
        (name, at) => `typeof(${quote(name)}) || quote(${quote(name)}) as c${at}`,
      );
      return env.DB.prepare(`select ${values.join(", ")} from ${quote(table)} order by 1`);
    }),
  );
  const { objects } = await env.MEDIA.list();
  const files = objects.map(({ key, etag, size }) => `${key} ${etag} ${size}`);
  return {
    files,
    ...Object.fromEntries(
      results.map(({ table }, at) => [table, rows[at]?.results.map((row) => Object.values(row).join())]),
    ),
  };
}

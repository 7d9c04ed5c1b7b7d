/** The restore drill of docs/backup.md over the demo content, with the commands that operators type. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/lib/command.ts";
import { ensureDevVars, prepareDatabase } from "../../scripts/lib/local-site.ts";
import { openLocal } from "../../scripts/lib/open-local.ts";
import { createMarker, marker } from "../../worker/backups/is-restoring.ts";
import { quote } from "../../worker/backups/read-rows.ts";

const run = promisify(execFile);
const state = ".wrangler/drill";
const folder = mkdtempSync(join(tmpdir(), "drill-"));
const env = { ...process.env, BACKUP_KEY: "the-key-of-this-drill-which-is-long-enough" };

beforeAll(async () => {
  ensureDevVars();
  rmSync(join(root, state), { recursive: true, force: true });
  await prepareDatabase(state);
});
afterAll(() => {
  rmSync(join(root, state), { recursive: true, force: true });
  rmSync(folder, { recursive: true });
});

async function runTask(task: string, ...args: string[]): Promise<string> {
  const script = join(root, `scripts/tasks/${task}.ts`);
  const { stdout } = await run(process.execPath, [script, ...args, "--persist-to", state], { cwd: root, env });
  return stdout;
}

/** Each table as hashes of its rows' text, and each file. */
async function readSite(): Promise<Record<string, unknown>> {
  const { db, bucket, close } = await openLocal(state);
  try {
    const { results } = await db
      .prepare(
        `select m.name as "table", json_group_array(x.name) as names from sqlite_master as m, pragma_table_xinfo(m.name) as x
          where m.type = 'table' and x.hidden = 0 and m.name not glob '_cf_*' and m.name not glob 'sqlite_*' group by m.name`,
      )
      .all<{ table: string; names: string }>();
    const site: Record<string, unknown> = {};
    for (const { table, names } of results) {
      const values = (JSON.parse(names) as string[]).map((name) => `quote(${quote(name)})`).join(" || ',' || ");
      const { results: rows } = await db.prepare(`select ${values} as row from ${quote(table)} order by 1`).all();
      site[table] = rows;
    }
    const { objects } = await bucket.list();
    site["files"] = objects.map(({ key, etag }) => `${key} ${etag}`);
    const schema = await db
      .prepare("select name, sql from sqlite_master where name not glob '_cf_*' order by name")
      .all();
    return { ...site, schema: schema.results };
  } finally {
    await close();
  }
}

test("the demo site is backed up, wrecked and restored; every row and file is as it was, and nobody is signed in", async () => {
  const before = await readSite();
  expect(await runTask("backup", "--to", folder)).toContain("whole after");
  expect(await runTask("backup", "--to", folder, "--keep-all")).toContain("129 files");
  const { db, bucket, close } = await openLocal(state);
  const { objects } = await bucket.list();
  await bucket.delete(objects.slice(0, 40).map(({ key }) => key));
  for (const sql of [
    "delete from enquiries",
    "drop table visit_events",
    "drop table sessions",
    "update insights set title = 'Wrecked'",
    "delete from applications where id not in (select application_id from legal_holds where application_id is not null)",
  ])
    await db
      .prepare(sql)
      .run()
      .catch(() => {});
  await close();
  expect(await runTask("restore", folder, "--verify")).toContain("is whole");
  expect(await runTask("restore", folder, "--yes")).toContain("each compared");
  const after = await readSite();
  const changed = Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const expected = [
    "api_tokens",
    "announcements",
    "audit_log",
    "backup_notes",
    "backup_runs",
    "one_time_tokens",
    "outbox",
  ];
  const own = new Set([...expected, "pending_sign_ins", "sessions", "signing_keys", "webauthn_challenges", "purges"]);
  expect(changed.filter((name) => !own.has(name))).toEqual([]);
  const { db: restored, close: closeRestored } = await openLocal(state);
  const open = await restored.prepare("select count(*) as open from sessions where revoked_at is null").first("open");
  await closeRestored();
  expect([open, (after["sessions"] as object[]).length > 0]).toEqual([0, true]);
  // A file of the folder that loses a byte is found.
  const parts = readdirSync(join(folder, "manifests")).toSorted();
  const manifest = join(folder, "manifests", parts.at(-1) ?? "");
  writeFileSync(manifest, readFileSync(manifest).subarray(0, -1));
  await expect(runTask("restore", folder, "--verify")).rejects.toThrow("is damaged");
  await expect(runTask("restore", folder, "--yes")).rejects.toThrow(
    new RegExp(`is damaged.* Nothing was written\\.\nAn older one.*--from ${folder} --persist-to ${state} --list`, "s"),
  );
  await expect(runTask("restore", "2026-11-24T02-00-13Z-5f3a91", "--from", folder, "--list")).rejects.toThrow(
    "leave 2026-11-24T02-00-13Z-5f3a91 out",
  );
});

test("where a restore was interrupted, every command on data says so, and the restore itself how it is run again", async () => {
  const { db, close } = await openLocal(state);
  await db.prepare(createMarker).run();
  await close();
  try {
    for (const [task, ...args] of [
      ["backup", "--to", folder],
      ["admin-create", "--email", "ops@drill.example"],
      ["keys-rotate"],
      ["admin-reset-second-factor", "--email", "super@demo.example"],
    ])
      await expect(runTask(task ?? "", ...args), task).rejects.toThrow("Run that `npm run restore` again first.");
    const whole = readdirSync(join(folder, "manifests")).toSorted()[0]?.split(".")[0] ?? "";
    await expect(runTask("restore", whole, "--from", folder)).rejects.toThrow(
      `\`npm run restore -- ${whole} --from ${folder} --persist-to ${state} --yes\``,
    );
  } finally {
    const after = await openLocal(state);
    await after.db.prepare(`drop table ${marker}`).run();
    await after.close();
  }
});

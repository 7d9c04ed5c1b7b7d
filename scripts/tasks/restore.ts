/** Checks a backup, or restores it: `npm run restore` (docs/backup.md). */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { listBackups, readBackupTime, type Vault } from "../../worker/backups/objects.ts";
import { BackupError } from "../../worker/backups/seal.ts";
import { subjects } from "../../worker/subjects.ts";
import { checkBackup } from "../backup/check-backup.ts";
import { openFolder } from "../backup/open-folder.ts";
import { migrations, type OpenSite, openProgress, openSite, readKey } from "../backup/open-site.ts";
import { chooseNewest, restoreBackup } from "../backup/restore-backup.ts";
import { exitWithError, root } from "../lib/command.ts";
import { readArguments } from "../lib/operator-options.ts";
import { emptySearch } from "../lib/empty-search.ts";

const usage = `Usage: npm run restore -- [FOLDER | NAME] [--from FOLDER] [--local | --remote] [--verify | --list | --yes]

Puts database and files back as a backup has them, after all of it was checked. Everybody is signed out; what was erased since stays erased.

  FOLDER             a folder of backups, whose newest is taken; without it the bucket BACKUPS of the site
  NAME               a backup, such as 2026-11-24T02-00-13Z-5f3a91
  --from FOLDER      the folder that NAME is in
  --verify           reads and compares all of the backup, and writes nothing
  --list             the backups there are
  --local            into \`npm start\` on this machine (the usual choice), which should not run meanwhile
  --remote           into the deployed site; its name is asked for
  --yes              replaces what the site holds
  --other-site       the backup may be of another site, such as the deployed one for this machine
  --persist-to DIR   another local database: .wrangler/dev is that of \`npm run dev\`
  --help             shows this

BACKUP_KEY and AUTH_SECRET come from the environment, .dev.vars (--local) or .secrets/ (--remote).`;

const { values, positionals } = readArguments(usage, {
  from: { type: "string" },
  list: { type: "boolean" },
  verify: { type: "boolean" },
  yes: { type: "boolean" },
  "other-site": { type: "boolean" },
});
const isRemote = values.remote ?? false;
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if ((values.local && isRemote) || positionals.length > 1) exitWithError(usage);

const startedAt = Date.now();
const site = await openSite(isRemote ? { kind: "remote" } : { kind: "local", state: values["persist-to"] }).catch(
  (error: Error) => exitWithError(error.message),
);
try {
  await run();
} catch (error) {
  process.exitCode = 1;
  console.error((error as Error).message);
} finally {
  await site.close();
}

async function run(): Promise<void> {
  const [first] = positionals;
  const isName = first !== undefined && !Number.isNaN(readBackupTime(first));
  const folder = values.from ?? (isName ? undefined : first);
  if (folder !== undefined && !existsSync(resolve(root, folder)))
    throw new BackupError(`There is no folder ${folder}.`);
  const store = folder === undefined ? site.bucket : openFolder(resolve(root, folder));
  if (!store) throw new BackupError("No bucket is bound as BACKUPS: name a folder of backups.");
  const backups = await listBackups(store);
  if (values.list) {
    for (const { id, keyId } of backups) console.log(`${id}  key ${keyId}`);
    if (backups.length === 0) console.log("There is no whole backup here.");
    return;
  }
  const key = await readKey(site.env, isRemote);
  const vault: Vault = { store, key };
  const id = isName ? first : chooseNewest(backups, key.id);
  if (values.verify) {
    const { databases, buckets } = await checkBackup(vault, id, openProgress());
    const rows = databases.flatMap(({ tables }) => tables).reduce((sum, table) => sum + table.rows, 0);
    const files = buckets.reduce((sum, bucket) => sum + bucket.files, 0);
    console.log(
      `${id} is whole: ${rows.toLocaleString("en")} rows and ${files.toLocaleString("en")} files are as they were (${seconds()}).`,
    );
    return;
  }
  if (isRemote) await confirmSite(site);
  await restore(vault, id);
}

async function restore(vault: Vault, id: string): Promise<void> {
  if (!site.env.AUTH_SECRET)
    throw new BackupError("Set AUTH_SECRET to the secret of the site: erasures are found with it.");
  const noteVaults = site.bucket && site.bucket !== vault.store ? [{ store: site.bucket, key: vault.key }] : [];
  const done = await restoreBackup({
    id,
    vault,
    noteVaults,
    target: site.sources,
    site: site.name,
    mayReplace: values.yes ?? false,
    mayBeOther: values["other-site"] ?? false,
    migrations,
    env: site.env,
    subjects,
    progress: openProgress(),
  });
  await emptySearch(site.searchDb).catch(({ message }: Error) => {
    // Without its tables there is nothing to empty.
    if (!message.includes("no such table"))
      console.error("The index of the search was not emptied: npm run search:rebuild does it.");
  });
  const begun = new Date(done.manifest.startedAt).toISOString();
  console.log(`${site.name} is as it was at ${begun} (${seconds()})`);
  for (const { name, rows, mended } of done.databases) {
    console.log(`  ${name.padEnd(14)} ${rows.toLocaleString("en")} rows, each compared`);
    for (const { table, rows: lost } of mended)
      console.log(
        `  ${" ".repeat(14)} ${lost} rows of ${table} belonged to rows that were deleted while the backup was read, and went with them`,
      );
  }
  console.log(`  ${"files".padEnd(14)} ${done.files.toLocaleString("en")} put back`);
  console.log(`  ${"sign-ins".padEnd(14)} ${done.sessions} sessions ended; API tokens and links by mail too`);
  console.log(
    `  ${"mails".padEnd(14)} ${done.sent} had been sent since; ${done.unconfirmed} wait for somebody to decide`,
  );
  console.log(`  ${"erased again".padEnd(14)} ${done.erased}`);
  for (const trouble of done.troubles) console.error(`  Look at this by hand: ${trouble}`);
  console.log("  The search fills itself within minutes. Read “After a restore” in docs/backup.md.");
}

/** Whoever replaces what visitors see types whose it is. */
async function confirmSite({ name }: OpenSite): Promise<void> {
  if (!values.yes) throw new BackupError(`--yes is needed: it replaces all that ${name} holds.`);
  if (!process.stdin.isTTY)
    throw new BackupError("Nobody is there to type the name of the site: run this in a terminal.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await terminal.question(`This replaces all that ${name} holds. Type its name: `);
    if (typed.trim() !== name) throw new BackupError("That is another name. Nothing was done.");
  } finally {
    terminal.close();
  }
}

function seconds(): string {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}

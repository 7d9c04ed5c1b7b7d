/** Checks a backup, or restores it: `npm run restore` (docs/backup.md). */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { listBackups, readBackupTime, type Vault } from "../../worker/backups/objects.ts";
import { isRestoring } from "../../worker/backups/is-restoring.ts";
import { BackupError } from "../../worker/backups/seal.ts";
import { subjects } from "../../worker/subjects.ts";
import { checkBackup, DamagedBackup } from "../backup/check-backup.ts";
import { openFolder } from "../backup/open-folder.ts";
import { migrations, nameFolder, openProgress, readKey, readOtherKey } from "../backup/command.ts";
import { chooseNewest, restoreBackup } from "../backup/restore-backup.ts";
import { restore as described } from "../commands/data.ts";
import { exitWithError, root } from "../lib/command.ts";
import { type OpenSite, openSite } from "../lib/open-site.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { listTargetOptions, readTarget } from "../lib/target.ts";
import { emptySearch } from "../lib/empty-search.ts";

const { values, operands } = readCommandLine(described);
const target = readTarget(values);
const [first] = operands;
const isName = first !== undefined && !Number.isNaN(readBackupTime(first));
if (values.from !== undefined && first !== undefined && !isName)
  exitWithError(`${first} and --from ${values.from} are two folders: take one of them.`);
const isReading = values.list || values.verify;
if (values.list && isName) exitWithError(`--list shows all backups: leave ${first} out, or take --verify.`);

const again = [described.run, "--", ...process.argv.slice(2), ...(values.yes ? [] : ["--yes"])].join(" ");
const isClosed = `Until a restore has ended, no job of the site runs and nothing that is sent to it is taken. Run it again: \`${again}\`.`;
const startedAt = Date.now();
const site = await openSite(target, { mayBeNew: true, ...(!isReading && { writer: described.run }) });
try {
  await run();
} catch (error) {
  process.exitCode = 1;
  console.error((error as Error).message);
  if (!isReading && (await isRestoring(site.env))) console.error(isClosed);
} finally {
  await site.close();
}

async function run(): Promise<void> {
  const folder = values.from ?? (isName ? undefined : first);
  if (folder !== undefined && !existsSync(resolve(root, folder)))
    throw new BackupError(`There is no folder ${folder}.`);
  const store = folder === undefined ? site.bucket : openFolder(resolve(root, folder));
  if (!store) throw new BackupError("No bucket is bound as BACKUPS: name a folder of backups.");
  const place = folder ?? "the bucket BACKUPS";
  const from = folder === undefined ? [] : ["--from", folder];
  const listCommand = `\`${[described.run, "--", ...from, ...listTargetOptions(target), "--list"].join(" ")}\``;
  const tellOlder = (error: Error) => {
    if (!(error instanceof DamagedBackup)) throw error;
    const next = values.verify ? "" : " Nothing was written.";
    const how = `${listCommand}, and then its name before ${values.verify ? "--verify" : "--yes"}`;
    throw new BackupError(`${error.message}${next}\nAn older one may be whole: ${how}.`);
  };
  const backups = await listBackups(store);
  if (values.list) {
    for (const { id, keyId } of backups) console.log(`${id}  key ${keyId}`);
    if (backups.length === 0) console.log(`There is no whole backup in ${place}.${tellFolder(folder)}`);
    return;
  }
  const key = await readKey(site);
  const vault: Vault = { store, key };
  const keyIds = backups.filter((backup) => backup.id === first).map(({ keyId }) => keyId);
  if (isName && keyIds.length === 0)
    throw new BackupError(`There is no whole backup ${first} in ${place}. ${listCommand} lists those that there are.`);
  if (isName && !keyIds.includes(key.id))
    throw new BackupError(`${first} was made with the key ${keyIds.join(", ")}, and BACKUP_KEY is ${key.id}.`);
  if (backups.length === 0) throw new BackupError(`There is no whole backup in ${place}.${tellFolder(folder)}`);
  const id = isName ? first : chooseNewest(backups, key.id);
  if (values.verify) {
    const { databases, buckets } = await checkBackup(vault, id, openProgress()).catch(tellOlder);
    const rows = databases.flatMap(({ tables }) => tables).reduce((sum, table) => sum + table.rows, 0);
    const files = buckets.reduce((sum, bucket) => sum + bucket.files, 0);
    console.log(
      `${id} is whole: ${rows.toLocaleString("en")} rows and ${files.toLocaleString("en")} files are as they were (${seconds()}).`,
    );
    return;
  }
  if (target.kind === "remote") await confirmSite(site);
  process.once("SIGINT", () => {
    console.error(`\nInterrupted. ${isClosed}`);
    process.exit(130);
  });
  await restore(vault, id).catch(tellOlder);
}

/** Where `npm run backup` puts those of this site, when they are looked for in the bucket. */
function tellFolder(folder: string | undefined): string {
  const own = nameFolder(site.name);
  if (folder !== undefined || !existsSync(resolve(root, own))) return "";
  return ` There is a folder ${own}: \`npm run restore -- ${own}\`.`;
}

async function restore(vault: Vault, id: string): Promise<void> {
  if (!site.env.AUTH_SECRET)
    throw new BackupError("Set AUTH_SECRET to the secret of the site: erasures are found with it.");
  const noteVaults = site.bucket && site.bucket !== vault.store ? [{ store: site.bucket, key: vault.key }] : [];
  const done = await restoreBackup({
    id,
    vault,
    noteVaults,
    otherKey: await readOtherKey(),
    target: site.sources,
    site: site.name,
    mayReplace: values.yes ?? false,
    mayBeOther: values["other-site"] ?? false,
    mayReturn: values["erased-may-return"] ?? false,
    migrations,
    env: site.env,
    subjects,
    progress: openProgress(),
  });
  await emptySearch(site.env.SEARCH_DB).catch(({ message }: Error) => {
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
  if (done.unknown > 0)
    console.error(
      `  ${done.unknown} people who had been erased since may be back: AUTH_SECRET is not the one of then. Erase them at /privacy-requests once you know who they are.`,
    );
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

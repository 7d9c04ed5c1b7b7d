/** Backs up database and files: `npm run backup` (docs/backup.md). */
import { resolve } from "node:path";
import { pruneBackups } from "../../worker/backups/keep-backups.ts";
import { beginBackup, stepBackup } from "../../worker/backups/make-backup.ts";
import { nameBackup } from "../../worker/backups/runs.ts";
import type { Manifest } from "../../worker/backups/types.ts";
import { openFolder } from "../backup/open-folder.ts";
import { formatBytes, openProgress, openSite, readKey } from "../backup/open-site.ts";
import { exitWithError, root } from "../lib/command.ts";
import { readOptions } from "../lib/operator-options.ts";

const usage = `Usage: npm run backup [-- --local | --remote] [--to DIR] [--keep-all] [--persist-to DIR]

Backs up the database, archives of visits and files, encrypted with BACKUP_KEY. Files that are there already are not stored again.

  --local            of \`npm start\` on this machine (the usual choice)
  --remote           of the deployed site, through Cloudflare's API; the sign-in is that of \`npx wrangler login\`, or CLOUDFLARE_API_TOKEN
  --to DIR           the folder of the backups; backups/ unless told otherwise
  --keep-all         deletes no older backup of the folder; otherwise those of 7 days, 5 weeks and 4 months stay
  --persist-to DIR   another local database: .wrangler/dev is that of \`npm run dev\`
  --help             shows this

BACKUP_KEY comes from the environment, .dev.vars (--local) or .secrets/ (--remote). Without it nobody can read a backup.`;

const values = readOptions(usage, { to: { type: "string", default: "backups" }, "keep-all": { type: "boolean" } });
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if (values.local && values.remote) exitWithError(usage);

const startedAt = Date.now();
const isRemote = values.remote ?? false;
const site = await openSite(isRemote ? { kind: "remote" } : { kind: "local", state: values["persist-to"] }).catch(
  (error: Error) => exitWithError(error.message),
);
try {
  const folder = resolve(root, values.to);
  const vault = { store: openFolder(folder), key: await readKey(site.env, isRemote) };
  const progress = openProgress();
  const manifest = await beginBackup(site.sources, vault, { id: nameBackup(startedAt), site: site.name });
  const tables = manifest.databases.flatMap((database) => database.tables);
  if (tables.length === 0)
    throw new Error(`The database has no tables. \`${isRemote ? "npm run deploy" : "npm start"}\` makes them.`);
  console.log(`Backup ${manifest.id} of ${manifest.site} (key ${vault.key.id})`);
  // In small steps, so that there is something to show.
  while (!(await stepBackup(manifest, site.sources, vault, { calls: 40, bytes: 64 * 1024 * 1024, until: Infinity })))
    progress("tables", tables.filter(({ to }) => to !== undefined).length, tables.length);
  const gone = values["keep-all"]
    ? 0
    : await pruneBackups(vault, { running: null, at: Date.now() }).catch((error: Error) => {
        console.error(`  Older backups stay: ${error.message}`);
        return 0;
      });
  for (const line of describe(manifest)) console.log(`  ${line}`);
  if (gone > 0) console.log(`  ${gone} older backups deleted`);
  console.log(`${folder}: whole after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
} catch (error) {
  exitWithError(`The backup was not made: ${(error as Error).message}`);
} finally {
  await site.close();
}

function describe({ databases, buckets, stored }: Manifest): string[] {
  const format = (count: number) => count.toLocaleString("en");
  return [
    ...databases.map(({ name, tables, migrations }) => {
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      return `${name.padEnd(14)} ${format(rows)} rows in ${tables.length} tables, schema ${migrations.at(-1) ?? "without migrations"}`;
    }),
    ...buckets.map(({ name, files, bytes }) => `${name.padEnd(14)} ${format(files)} files, ${formatBytes(bytes)}`),
    `${"stored".padEnd(14)} ${formatBytes(stored)}`,
  ];
}

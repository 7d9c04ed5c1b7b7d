/** Backs up database and files: `npm run backup` (docs/backup.md). */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pruneBackups } from "../../worker/backups/keep-backups.ts";
import { beginBackup, stepBackup } from "../../worker/backups/make-backup.ts";
import { nameBackup } from "../../worker/backups/runs.ts";
import type { Manifest } from "../../worker/backups/types.ts";
import { openFolder } from "../backup/open-folder.ts";
import { formatBytes, nameFolder, openProgress, readKey } from "../backup/command.ts";
import { backup } from "../commands/data.ts";
import { exitWithError, root } from "../lib/command.ts";
import { openSite } from "../lib/open-site.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { nameMaker, readTarget } from "../lib/target.ts";

const { values } = readCommandLine(backup);
const target = readTarget(values);

const startedAt = Date.now();
const site = await openSite(target);
try {
  const folder = resolve(root, values.to ?? nameFolder(site.name));
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new Error(`${folder} is a file, not a folder.`);
  const vault = { store: openFolder(folder), key: await readKey(site) };
  const progress = openProgress();
  const manifest = await beginBackup(site.sources, vault, { id: nameBackup(startedAt), site: site.name });
  const tables = manifest.databases.flatMap((database) => database.tables);
  if (tables.length === 0) throw new Error(`The database has no tables. \`${nameMaker(target)}\` makes them.`);
  console.log(`Backup ${manifest.id} of ${manifest.site} (key ${vault.key.id})`);
  // In small steps, so that there is something to show.
  while (!(await stepBackup(manifest, site.sources, vault, { calls: 40, bytes: 64 * 1024 * 1024, until: Infinity })))
    progress("tables", tables.filter(({ to }) => to !== undefined).length, tables.length);
  const gone = values["keep-all"]
    ? 0
    : await pruneBackups(vault, { running: null, at: Date.now(), site: site.name }).catch((error: Error) => {
        console.error(`  Older backups stay: ${error.message}`);
        return 0;
      });
  for (const line of describe(manifest)) console.log(`  ${line}`);
  if (gone > 0)
    console.log(`  ${gone === 1 ? "1 older backup" : `${gone} older backups`} deleted: the last of each day stays`);
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

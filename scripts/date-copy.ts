/**
 * Keeps app/content/last-changes.json: for each public page the day on which its copy last changed, for the sitemap.
 * `node scripts/date-copy.ts` dates what has changed. With `--check` it changes nothing and fails if something has
 * changed.
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./lib/command.ts";
import { loadPages } from "./lib/load-pages.ts";

interface Change {
  /** ISO 8601. */
  day: string;
  /** First 16 hex digits of the copy's SHA-256. */
  copy: string;
}

const file = join(root, "app/content/last-changes.json");
const lastChanges = JSON.parse(await readFile(file, "utf8")) as Record<string, Change>;
const today = new Date().toISOString().slice(0, 10);

const current: Record<string, Change> = {};
const changed: string[] = [];
for (const { path, copy } of await loadPages()) {
  const digest = createHash("sha256").update(JSON.stringify(copy)).digest("hex").slice(0, 16);
  const known = lastChanges[path];
  if (known?.copy !== digest) changed.push(path);
  current[path] = known?.copy === digest ? known : { day: today, copy: digest };
}
changed.push(...Object.keys(lastChanges).filter((path) => !(path in current)));

if (changed.length === 0) process.exit(0);
if (process.argv.includes("--check")) {
  console.error(`The copy of ${changed.join(", ")} has changed. Run \`npm run format\` to date it for the sitemap.`);
  process.exit(1);
}
await writeFile(file, `${JSON.stringify(current, null, 2)}\n`);
console.log(`Dated ${today}: ${changed.join(", ")}`);

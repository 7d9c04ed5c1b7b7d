import { readFileSync } from "node:fs";
import { mustRun } from "../lib/command.ts";
import { buildSite } from "../lib/local-site.ts";

const dryRun = process.argv.includes("--dry-run");

if (!dryRun) refusePlaceholders();
await buildSite();
if (dryRun) await mustRun("wrangler", ["deploy", "--dry-run", "--outdir", "build/upload"]);
else {
  await mustRun("wrangler", ["d1", "migrations", "apply", "DB", "--remote"]);
  await mustRun("wrangler", ["deploy"]);
}

function refusePlaceholders() {
  const config = readFileSync("wrangler.toml", "utf8");
  const origin = /^SITE_ORIGIN\s*=\s*"([^"]*)"/m.exec(config)?.[1] ?? "";
  const mistakes = [
    {
      isThere: !isPublicOrigin(origin),
      what: `SITE_ORIGIN is "${origin}", not an origin such as https://www.example.com`,
    },
    { isThere: config.includes("00000000-0000-0000-0000-000000000000"), what: "database_id is still the placeholder" },
  ].filter(({ isThere }) => isThere);
  if (mistakes.length === 0) return;
  for (const { what } of mistakes) console.error(`wrangler.toml: ${what}. See "Deploying" in README.md.`);
  process.exit(1);
}

function isPublicOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && protocol === "https:" && !/^(localhost|127\..*|\[.*\])$/.test(hostname);
}

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
  const missing = [
    { isMissing: /^SITE_ORIGIN\s*=\s*"http:\/\/localhost/m.test(config), what: "SITE_ORIGIN is still localhost" },
    {
      isMissing: config.includes("00000000-0000-0000-0000-000000000000"),
      what: "database_id is still the placeholder",
    },
  ].filter(({ isMissing }) => isMissing);
  if (missing.length === 0) return;
  for (const { what } of missing) console.error(`wrangler.toml: ${what}. See "Deploying" in README.md.`);
  process.exit(1);
}

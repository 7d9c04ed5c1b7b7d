/**
 * Applies the migrations to the embedded database and stores demo accounts, openings, articles with drafts, enquiries,
 * applications, dead letters, visits and entries of the audit log there: `node scripts/seed.ts --local --persist-to DIR`. Leaves unchanged what is there already. It
 * cannot reach a remote database. With `--build build/start` the Worker of that build fills the index of the search.
 */
import { parseArgs } from "node:util";
import { isRestoring } from "../worker/backups/is-restoring.ts";
import { openSearchDb } from "../worker/search/engine/search-db.ts";
import { restoreFirst } from "./lib/restore-first.ts";
import type { SeedScope } from "./seed/scope.ts";

const { values } = parseArgs({
  options: {
    local: { type: "boolean" },
    remote: { type: "boolean" },
    "persist-to": { type: "string", default: ".wrangler/state" },
    build: { type: "string" },
  },
});
if (!values.local || values.remote) {
  console.error("Demo accounts are for the embedded database: node scripts/seed.ts --local [--persist-to DIR]");
  process.exit(1);
}

// Imported here, because they load wrangler and the art generators, which takes time.
const [
  { withLocalScope },
  { applyMigrations },
  { seedAccounts },
  { seedColleagues },
  { seedOpenings },
  { seedHiring },
  { seedInsights },
  { seedDesk },
  { seedMedia },
  { seedImports },
  { seedEnquiries },
  { seedApplications },
  { seedCandidateMails },
  { seedInterviews },
  { seedProtection },
  { seedFailedMessages },
  { seedOperations },
  { seedVisitors },
  { seedGoals },
  { seedReports },
  { seedAudit },
  { seedSearch },
] = await Promise.all([
  import("./seed/scope.ts"),
  import("./lib/migrate.ts"),
  import("./seed/accounts.ts"),
  import("./seed/colleagues.ts"),
  import("./seed/openings.ts"),
  import("./seed/hiring.ts"),
  import("./seed/insights.ts"),
  import("./seed/desk.ts"),
  import("./seed/media.ts"),
  import("./seed/imports.ts"),
  import("./seed/enquiries.ts"),
  import("./seed/applications.ts"),
  import("./seed/candidate-mails.ts"),
  import("./seed/interviews.ts"),
  import("./seed/protection.ts"),
  import("./seed/failed-messages.ts"),
  import("./seed/operations.ts"),
  import("./seed/visitors.ts"),
  import("./seed/goals.ts"),
  import("./seed/reports.ts"),
  import("./seed/audit.ts"),
  import("./seed/search.ts"),
]);
const { build } = values;
async function store(scope: SeedScope): Promise<void> {
  if (await isRestoring(scope.env)) {
    console.error(restoreFirst);
    process.exit(1);
  }
  await applyMigrations(scope.env.DB);
  await applyMigrations(scope.env.SEARCH_DB, "migrations-search");
  await seedAccounts(scope.env.DB);
  await seedColleagues(scope.env.DB);
  await seedOpenings(scope);
  await seedHiring(scope);
  await seedMedia(scope);
  await seedInsights(scope);
  await seedDesk(scope);
  await seedImports(scope);
  // workerd fills the index, and this process makes up the rest: each has a core.
  await Promise.all([storeSearch(scope), storePeople(scope)]);
  if (build) await scope.workOnSearch({ kind: "changes" });
}

async function storePeople(scope: SeedScope): Promise<void> {
  await seedEnquiries(scope.env);
  await seedApplications(scope);
  await seedCandidateMails(scope);
  await seedInterviews(scope);
  await seedProtection(scope);
  await seedFailedMessages(scope.env.DB);
  await seedOperations(scope.env.DB);
  await seedVisitors(scope.env.DB);
  await seedGoals(scope.env.DB);
  await seedReports(scope);
  await seedAudit(scope.env.DB);
}

/** Once there are pages, articles and openings to find. */
async function storeSearch(scope: SeedScope): Promise<void> {
  if (build) {
    await scope.workOnSearch({ kind: "compare", after: null });
    await scope.workOnSearch({ kind: "changes" });
  }
  // What is pinned has to be in the index. `npm run dev` fills it while it serves, so there it follows at the next start.
  const indexed = await openSearchDb(scope.env.SEARCH_DB).selectFrom("versions").select("id").limit(1).execute();
  if (indexed.length > 0) await seedSearch(scope);
}

await withLocalScope(values["persist-to"], store, { ...(build && { build }) });

import { claimTask } from "../lib/claim-task.ts";
import { buildSite, ensureDevVars, migrateDatabase, seedDatabase, serveSite } from "../lib/local-site.ts";
import { readPort, refuseTakenPort } from "../lib/ports.ts";
import { takeStep } from "../lib/steps.ts";

const command = "npm start";
const port = readPort(8787, command);
const origin = `http://localhost:${port}`;
const build = "build/start";
const state = ".wrangler/state";

await claimTask("start", origin);
await refuseTakenPort(port, command);
ensureDevVars();
await takeStep("Build the site", () => buildSite(build));
await takeStep("Prepare the database", () => migrateDatabase(state));
await takeStep("Store the demo data", () => seedDatabase(state));
// Checked again: a program that took the port meanwhile would answer instead of the site.
await refuseTakenPort(port, command);
const server = await takeStep("Serve", () => serveSite({ build, port, state }));

console.log(`
  Site        ${origin}
  Sign in     ${origin}/auth
  Mailbox     ${origin}/mailbox    what the site would send
  Health      ${origin}/api/health
  API         ${origin}/api/openapi.json

  Demo accounts (this machine only), password demo-only-password
    super@demo.example       every page
    marketing@demo.example   marketing
    talent@demo.example      talent
    hr@demo.example          HR
    norole@demo.example      no role: Access Denied

  Ctrl+C stops the site.
`);

server.once("close", (code) => process.exit(code ?? 1));

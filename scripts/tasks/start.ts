import { claimDatabase, claimTask } from "../lib/claim-task.ts";
import { buildSite, ensureDevVars, prepareDatabase } from "../lib/local-site.ts";
import { readPort, requireFreePort } from "../lib/ports.ts";
import { runStep } from "../lib/steps.ts";

const command = "npm start";
const port = readPort(8787, command);
const origin = `http://localhost:${port}`;
const build = "build/start";
const state = ".wrangler/state";

await claimTask("start", origin);
await claimDatabase(state, { by: `\`${command}\` at ${origin}` });
await requireFreePort(port, command);
ensureDevVars();
await runStep("Build the site", () => buildSite(build));
await runStep("Store the demo data", () => prepareDatabase(state, build));
// Checked again: a program that took the port meanwhile would answer instead of the site.
await requireFreePort(port, command);
// Imported here, because it loads wrangler, which takes time.
const { serveSite } = await import("../lib/serve-site.ts");
await runStep("Serve", () => serveSite({ build, port, state }));

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

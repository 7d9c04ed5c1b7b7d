import { claimTask } from "../lib/claim-task.ts";
import { mustRun } from "../lib/command.ts";
import { drawArt, ensureDevVars, migrateDatabase, seedDatabase } from "../lib/local-site.ts";
import { readPort, refuseTakenPort } from "../lib/ports.ts";
import { takeStep } from "../lib/steps.ts";

const command = "npm run dev";
const port = readPort(5173, command);
// The one that vite.config.ts names: two servers must not write one database.
const state = ".wrangler/dev";

await claimTask("dev", `http://localhost:${port}`);
await refuseTakenPort(port, command);
ensureDevVars();
await takeStep("Draw the pictures", drawArt);
await takeStep("Prepare the database", () => migrateDatabase(state));
await takeStep("Store the demo data", () => seedDatabase(state));
await mustRun("react-router", ["dev", "--port", String(port), "--strictPort"]);

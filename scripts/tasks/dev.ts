import { claimDatabase, claimTask } from "../lib/claim-task.ts";
import { runOrExit } from "../lib/command.ts";
import { fillDevSearch } from "../lib/fill-dev-search.ts";
import { checkCopy, drawArt, ensureDevVars, prepareDatabase } from "../lib/local-site.ts";
import { readPort, requireFreePort } from "../lib/ports.ts";
import { runStep } from "../lib/steps.ts";

const command = "npm run dev";
const port = readPort(5173, command);
const origin = `http://localhost:${port}`;
// The same as in vite.config.ts. `npm start` has another, because two servers must not write to one database.
const state = ".wrangler/dev";

await claimTask("dev", origin);
await claimDatabase(state, { by: `\`${command}\` at ${origin}` });
await requireFreePort(port, command);
ensureDevVars();
await checkCopy();
await runStep("Draw the pictures", drawArt);
await runStep("Store the demo data", () => prepareDatabase(state));
void fillDevSearch(origin);
await runOrExit("react-router", ["dev", "--port", String(port), "--strictPort"]);

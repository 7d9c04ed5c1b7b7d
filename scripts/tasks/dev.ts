import { mustRun } from "../lib/command.ts";
import { ensureDevVars, prepareDatabase } from "../lib/local-site.ts";

const port = process.env.PORT ?? "5173";

ensureDevVars();
await mustRun("node", ["scripts/build-art.ts"], { quiet: true });
await prepareDatabase(".wrangler/state");
await mustRun("react-router", ["dev", "--port", port]);

import { mustRun } from "../lib/command.ts";
import { drawArt, ensureDevVars, prepareDatabase } from "../lib/local-site.ts";

const port = process.env.PORT ?? "5173";

ensureDevVars();
await drawArt();
await prepareDatabase(".wrangler/state");
await mustRun("react-router", ["dev", "--port", port]);

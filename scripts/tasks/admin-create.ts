import { mustRun } from "../lib/command.ts";

await mustRun("node", ["scripts/admin-create.ts", ...process.argv.slice(2)]);

import { mustRun } from "../lib/command.ts";

await mustRun("node", ["scripts/date-copy.ts"]);
await mustRun("oxfmt", []);
await mustRun("oxlint", ["--fix"]);

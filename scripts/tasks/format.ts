import { mustRun } from "../lib/command.ts";

await mustRun("oxfmt", []);
await mustRun("oxlint", ["--fix"]);

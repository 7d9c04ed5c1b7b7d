import { runOrExit } from "../lib/command.ts";

await runOrExit("node", ["scripts/date-copy.ts"]);
await runOrExit("oxfmt", []);
await runOrExit("oxlint", ["--fix"]);
await runOrExit("node", ["scripts/check-expressions.ts", "--write"]);

import { mustRun } from "../lib/command.ts";

await mustRun("node", ["scripts/build-art.ts", "--list"]);
await mustRun("node", ["scripts/build-icons.ts"]);
await mustRun("node", ["scripts/build-share.ts"]);

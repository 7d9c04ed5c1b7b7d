import { runOrExit } from "../lib/command.ts";

await runOrExit("node", ["scripts/build-art.ts", "--list"]);
await runOrExit("node", ["scripts/build-icons.ts"]);
await runOrExit("node", ["scripts/build-share.ts"]);

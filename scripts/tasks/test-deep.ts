import { claimTask } from "../lib/claim-task.ts";
import { runCommand } from "../lib/command.ts";

/**
 * npm run test:deep             what takes minutes: full matrices, the owner's edits on a copy of the repository
 * npm run test:deep -- owner    the files whose names hold the word
 */
await claimTask("test:deep");
process.exit(await runCommand("vitest", ["run", "--config", "vitest.deep.config.ts", ...process.argv.slice(2)]));

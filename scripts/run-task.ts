/** Reads the command line of a task before the task is loaded: its help and its mistakes are printed at once. `node scripts/run-task.ts TASK …` */
import { commands } from "./commands/table.ts";
import { exitWithError } from "./lib/command.ts";
import { readCommandLine } from "./lib/read-command-line.ts";

const [task = ""] = process.argv.splice(2, 1);
const command = commands[task] ?? exitWithError(`There is no task ${task}.`);
readCommandLine(command);
await import(`./tasks/${task}.ts`);

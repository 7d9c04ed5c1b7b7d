/** Reads the command line of a task of the laboratory before the task is loaded. `node lab/run.ts TASK …` */
import { exitWithError } from "../scripts/lib/command.ts";
import { findNearest } from "../scripts/lib/find-nearest.ts";
import { readCommandLine } from "../scripts/lib/read-command-line.ts";
import { labCommands } from "./commands.ts";

const [task = "--help"] = process.argv.splice(2, 1);
const names = Object.keys(labCommands);
if (task === "--help" || task === "-h") {
  const rows = Object.values(labCommands).map(({ run, about }) => `${run}\n    ${about.replaceAll("\n", "\n    ")}`);
  console.log(`${rows.join("\n\n")}\n\nEach says by --help what it takes.`);
  process.exit(0);
}
const nearest = findNearest(task, names);
const command =
  labCommands[task] ??
  exitWithError(
    `The laboratory has no ${task}${nearest ? `. Did you mean ${nearest}?` : `: it is one of ${names.join(", ")}.`}`,
  );
readCommandLine(command);
await import(`./tasks/${task}.ts`);

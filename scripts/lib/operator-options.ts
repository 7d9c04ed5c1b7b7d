import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { exitWithError } from "./command.ts";

/** Of every operator's command: which database, and the usage. */
const shared = {
  local: { type: "boolean" },
  remote: { type: "boolean" },
  "persist-to": { type: "string", default: ".wrangler/state" },
  help: { type: "boolean", short: "h" },
} as const satisfies ParseArgsOptionsConfig;

/** The options of the command line; an unknown one ends the process with `usage`. */
export function readOptions<const Own extends ParseArgsOptionsConfig>(usage: string, own: Own) {
  try {
    return parseArgs({ options: { ...own, ...shared } }).values;
  } catch (error) {
    // The first sentence names the option; the others are about file names that begin with a dash.
    const [first = ""] = (error as Error).message.split(". ");
    return exitWithError(`${first}.\n\n${usage}`);
  }
}

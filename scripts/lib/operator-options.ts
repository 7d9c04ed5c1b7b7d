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
  return orExplain(usage, () => parseArgs({ options: { ...own, ...shared } }).values);
}

/** The same, with what stands there without a name. */
export function readArguments<const Own extends ParseArgsOptionsConfig>(usage: string, own: Own) {
  return orExplain(usage, () => parseArgs({ options: { ...own, ...shared }, allowPositionals: true }));
}

/** What `read` reads of the command line; an option that it does not know ends the process with `usage`. */
export function orExplain<Read>(usage: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    // The first sentence names the option; the others are about file names that begin with a dash.
    const [first = ""] = (error as Error).message.split(". ");
    return exitWithError(`${first}.\n\n${usage}`);
  }
}

import * as data from "./data.ts";
import * as development from "./development.ts";
import * as release from "./release.ts";
import type { Command } from "./types.ts";

const { plainCommands, ...others } = development;

/** Every command by its task: the file of scripts/tasks that does it. */
export const commands = nameTasks({ ...plainCommands, ...others, ...data, ...release });

/** Commands by the names of the files that do them, in kebab case. */
export function nameTasks(described: Readonly<Record<string, Command>>): Readonly<Record<string, Command>> {
  return Object.fromEntries(
    Object.entries(described).map(([name, command]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      command,
    ]),
  );
}

import * as data from "./data.ts";
import * as development from "./development.ts";
import * as release from "./release.ts";
import type { Command } from "./types.ts";

const { plainCommands, ...others } = development;

/** Every command by its task: the file of scripts/tasks that does it. */
export const commands: Readonly<Record<string, Command>> = Object.fromEntries(
  Object.entries<Command>({ ...plainCommands, ...others, ...data, ...release }).map(([name, command]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    command,
  ]),
);

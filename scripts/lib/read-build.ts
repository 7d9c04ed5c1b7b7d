import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "./command.ts";

/** The modules of the Worker in the folder `build` by name, the one that answers first. */
export function readBuild(build: string, first = "index.js"): Record<string, string> {
  const folder = resolve(root, build, "server");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".js") && file !== first);
  return Object.fromEntries([first, ...files].map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}

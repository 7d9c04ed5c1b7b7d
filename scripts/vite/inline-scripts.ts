import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Plugin } from "vite";
import { bundleScript } from "./bundle-script.ts";

const virtualId = "virtual:inline-scripts";
const resolvedId = `\0${virtualId}`;

/**
 * Bundles and minifies each `app/inline/*.ts` into one classic script, and exports each from `virtual:inline-scripts`
 * as a string with the name of its file. The export `sources` has their hashes for a Content-Security-Policy.
 * worker/pages/finish-page.ts writes the scripts into the HTML.
 */
export function inlineScripts(folder: string): Plugin {
  return {
    name: "inline-scripts",
    resolveId(id) {
      return id === virtualId ? resolvedId : undefined;
    },
    async load(id) {
      if (id !== resolvedId) return undefined;
      const files = (await readdir(folder)).filter((file) => file.endsWith(".ts")).toSorted();
      for (const file of files) this.addWatchFile(join(folder, file));
      const scripts = await Promise.all(
        files.map((file) => bundleScript(join(folder, file), { format: "iife", target: "es2020" })),
      );
      return [
        ...files.map((file, index) => `export const ${basename(file, ".ts")} = ${JSON.stringify(scripts[index])};`),
        `export const sources = ${JSON.stringify(scripts.map(nameSource))};`,
      ].join("\n");
    },
  };
}

/** The hash of a script as it is written in a Content-Security-Policy. */
function nameSource(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

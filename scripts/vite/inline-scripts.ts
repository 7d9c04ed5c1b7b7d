import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Plugin } from "vite";

const virtualId = "virtual:inline-scripts";
const resolvedId = `\0${virtualId}`;

/**
 * Bundles and minifies each `app/inline/*.ts` into one classic script, and offers them as string exports of
 * `virtual:inline-scripts`, named after their file, and as `sources` what a policy names them by, in the order of their
 * names. worker/pages.ts writes them into the HTML.
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
      const scripts = await Promise.all(files.map((file) => bundleScript(join(folder, file))));
      return [
        ...files.map((file, index) => `export const ${basename(file, ".ts")} = ${JSON.stringify(scripts[index])};`),
        `export const sources = ${JSON.stringify(scripts.map(nameSource))};`,
      ].join("\n");
    },
  };
}

/** As a Content-Security-Policy names a script: by the hash of its text. */
function nameSource(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

async function bundleScript(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      minify: "oxc",
      target: "es2020",
      lib: { entry, formats: ["iife"], name: "inline" },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error(`${entry} gave no output`);
  return output.output[0].code.trim();
}

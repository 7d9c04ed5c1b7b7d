import type { Plugin } from "vite";

/**
 * Fails the client build as soon as a module of worker/ is part of a browser chunk. A value of worker/ used by a
 * component would otherwise be shipped without a word.
 */
export function keepWorkerOut(workerFolder: string): Plugin {
  return {
    name: "keep-worker-out",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const leaked = chunk.moduleIds.find((id) => id.startsWith(workerFolder));
        if (leaked) this.error(`${leaked} is server code, yet it reached the browser in ${chunk.fileName}.`);
      }
    },
  };
}

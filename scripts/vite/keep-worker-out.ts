import type { Plugin } from "vite";

/**
 * Fails the client build when a module of worker/ is in a browser chunk. Without this check, a value of worker/ used in
 * a component would be shipped to browsers silently.
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

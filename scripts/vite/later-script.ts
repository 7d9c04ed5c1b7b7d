import type { Plugin } from "vite";
import { bundleScript } from "./bundle-script.ts";

/**
 * Bundles `entry` into one module and serves it at `path`. The name has no hash: the inline script that imports it is
 * in cached pages, which may be older than the last deployment.
 */
export function laterScript(entry: string, path: string): Plugin {
  return {
    name: `later-script:${path}`,
    applyToEnvironment: (environment) => environment.name === "client",
    resolveId(id) {
      return id === path ? entry : undefined;
    },
    async generateBundle() {
      this.emitFile({
        type: "asset",
        fileName: path.slice(1),
        source: await bundleScript(entry, { format: "es", target: "es2022" }),
      });
    },
  };
}

import type { Plugin } from "vite";

const virtualId = "virtual:prerendered-pages";
const resolvedId = `\0${virtualId}`;

/**
 * Builds `prerender`, the Worker that renders the fixed pages, and the module that the site's Worker reads them from, each
 * as a file of its own. The module is empty until scripts/prerender.ts fills it; while the site is developed it stays
 * so.
 */
export function prerenderedPages(prerender: string): Plugin {
  return {
    name: "prerendered-pages",
    applyToEnvironment: ({ name }) => name === "ssr",
    buildStart() {
      if (this.environment.mode !== "build") return;
      this.emitFile({ type: "chunk", id: prerender, fileName: "prerender.js" });
      this.emitFile({ type: "chunk", id: virtualId, fileName: "prerendered-pages.js" });
    },
    resolveId: (id) => (id === virtualId ? resolvedId : undefined),
    load: (id) => (id === resolvedId ? `export const archive = ""; export const sizes = [];` : undefined),
  };
}

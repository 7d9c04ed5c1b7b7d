import type { Plugin } from "vite";

/** Lets tests see the routes of the built Worker, which keeps them to itself (see tests/worker/built-worker.ts). */
export function exposeBuiltRoutes(): Plugin {
  return {
    name: "expose-built-routes",
    transform: (code, id) =>
      id.endsWith("/build/test/server/index.js") ? `${code}\nexport { server_build_exports as build };` : undefined,
  };
}

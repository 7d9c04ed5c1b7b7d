import type { Plugin } from "vite";

/** Lets tests see the routes of the built Worker, which keeps them to itself (see tests/worker/built-worker.ts). */
export function exposeBuiltRoutes(): Plugin {
  return {
    name: "expose-built-routes",
    transform(code, id) {
      if (!/\/build\/test\/server\/assets\/pages-[^/]+\.js$/.test(id)) return undefined;
      // As worker/pages/pages.ts hands it to React Router; the build shortens the name of the variable.
      const [, build] = /\{build:([\w$]+),getLoadContext/.exec(code) ?? [];
      if (!build) throw new Error("The built Worker no longer shows which routes it has: see tests/built-routes.ts.");
      return `${code}\nexport { ${build} as build };`;
    },
  };
}

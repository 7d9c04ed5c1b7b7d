import type { Plugin } from "vite";

/**
 * Replaces the code that Vite puts around each `import()` in the browser. Vite's own is 0.7 KB on every public page,
 * mostly for browsers and settings that we do not have. This loads the stylesheets of the imported module and then the
 * module, as Vite's does. The scripts are not fetched ahead (`build.modulePreload` is false): they are loaded already.
 */
export function smallPreload(): Plugin {
  return {
    name: "small-preload",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      return id === "\0vite/preload-helper.js" ? helper : undefined;
    },
  };
}

/** A stylesheet that fails to load does not keep the module from loading. */
const helper = `
const loadSheet = (file) =>
  new Promise((resolve) => {
    const href = "/" + file;
    if (document.querySelector('link[rel=stylesheet][href="' + href + '"]')) return resolve();
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: resolve, onerror: resolve }),
    );
  });

export const __vitePreload = (load, files = []) => Promise.all(files.map(loadSheet)).then(load);
`;

import { runInNewContext } from "node:vm";
import type { Plugin } from "vite";

interface Assets {
  imports: string[];
  css: string[];
}
interface Manifest {
  entry: Assets;
  routes: Record<string, Assets>;
}

/** Names each file once in the list of what each route loads, which names it for every route: 170 KB of the Worker. */
export function smallManifest(): Plugin {
  return {
    name: "small-manifest",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: {
      filter: { id: /^\0virtual:react-router\/server-manifest$/ },
      handler: (code) => write(runInNewContext(code.replace(/^export default /, "(").replace(/;$/, ")")) as Manifest),
    },
  };
}

function write(manifest: Manifest): string {
  const files: string[] = [];
  function note(file: string): number {
    const place = files.indexOf(file);
    return place === -1 ? files.push(file) - 1 : place;
  }
  const noted = JSON.stringify(manifest, (key, value: unknown) =>
    key === "imports" || key === "css" ? (value as string[]).map(note) : value,
  );
  return `
const files = ${JSON.stringify(files)};
const manifest = ${noted};
for (const assets of [manifest.entry, ...Object.values(manifest.routes)]) {
  assets.imports = assets.imports.map((place) => files[place]);
  assets.css = assets.css.map((place) => files[place]);
}
export default manifest;
`;
}

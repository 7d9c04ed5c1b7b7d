import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { nameLayer } from "./name-layer.ts";

interface Bundle {
  name: string;
  test: RegExp | ((id: string) => boolean);
}

/** Where two bundles would take a module that both import, the earlier one has it. */
const names = ["site", "fields", "forms", "apply", "display", "table", "parts", "careers", "insights"];
/** What pages of the staff area have in common, after what they share with others. */
const lastNames = ["sign-in", "confirm", "staff-pages", "staff", "lists"];

/**
 * Modules that share a file: compressed, one large file is smaller than many small ones. A module says so in its first
 * line, `// Bundle: careers`, and brings what no earlier bundle has of its imports. What pages need
 * without the rest of such a file has the line `// Bundle: alone`: what public pages share with the staff area, or pages
 * without a list with lists. A module without any such line is in a file with what the same routes use.
 *
 * @throws Where a module names a bundle that is not listed here, where two have one name, or one has no module.
 */
export function readBundles(root: string): Bundle[] {
  const modules = new Map<string, string>();
  const layers = new Map(
    globSync("app/**/*.{ts,tsx}", { cwd: root }).map((path) => [
      nameLayer(root, `${root}/${path}`).layer,
      `${root}/${path}`,
    ]),
  );
  /** The file of a module. What utilities make of a file's classes goes with the file. */
  const readPath = (id: string) =>
    layers.get(/\/__uno_([\w-]+)\.css$/.exec(id)?.[1] ?? "") ?? id.replace(/[?].*/, "").replaceAll("\\", "/");
  const isStyle = (id: string) => /\.css$|\/__uno_[\w-]+\.css$/.test(id) || /\.css\?(?!url)/.test(id);
  for (const path of globSync("{app,shared}/**/*.{ts,tsx,css}", { cwd: root })) {
    const name = /^(?:\/\/|\/\*) Bundle: ([\w-]+)/.exec(readFileSync(`${root}/${path}`, "utf8"))?.[1];
    const own = basename(path).replace(/[.].*/, "");
    if (name === "alone" && [...names, ...lastNames, ...modules.values()].includes(own))
      throw new Error(`${path} is to be a bundle of its own, and another one is called ${own}`);
    if (name) modules.set(`${root}/${path}`, name === "alone" ? own : name);
    if (name && ![...names, "alone", ...lastNames].includes(name))
      throw new Error(`${path} names an unknown bundle, ${name}`);
  }
  const used = new Set(modules.values());
  const all = [...names, ...[...used].filter((name) => ![...names, ...lastNames].includes(name)), ...lastNames];
  for (const name of all) if (!used.has(name)) throw new Error(`No module is in the bundle ${name}`);
  return [
    { name: "framework", test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es|@remix-run)[\\/]/ },
    ...listRooms(root).map(({ name, test }) => ({
      name,
      test: (id: string) => isStyle(id) && test.test(readPath(id)),
    })),
    ...all.map((name) => ({ name, test: (id: string) => modules.get(readPath(id)) === name })),
  ];
}

/** Folders whose styles are one file each, and the two parts of folders that only some of their pages need. */
function listRooms(root: string): { name: string; test: RegExp }[] {
  const app = `${root.replaceAll("\\", "/").replaceAll(/[.+]/g, "\\$&")}/app`;
  const folders = globSync("{auth,development,site/*,site/hiring/*,staff,staff/**}/", { cwd: `${root}/app` })
    .map((folder) => folder.replaceAll("\\", "/"))
    .filter((folder) => nameLayer(root, `${root}/app/${folder}/page.tsx`).isApart);
  return [
    { name: "article", test: new RegExp(`^${app}/site/insights/(article|prose)[^/]*$`) },
    ...folders.map((folder) => ({
      name: folder.replaceAll("/", "-"),
      test: new RegExp(`^${app}/${folder}/(?!search-dialog|dialog)[^/]+$`),
    })),
  ];
}

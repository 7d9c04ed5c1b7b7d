import { globSync, readFileSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
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
  const layers = new Map<string, string>();
  for (const path of globSync("app/**/*.{ts,tsx}", { cwd: root })) {
    const { layer, isApart } = nameLayer(root, `${root}/${path}`);
    if (isApart) layers.set(layer, `${root}/${path.replace(/-recipes\.ts$/, ".css")}`);
  }
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
    ...listRooms(root).map((room) => ({
      name: `${room.replaceAll("/", "-")}-styles`,
      test: (id: string) => isStyle(id) && findRoom(root, readPath(id)) === room,
    })),
    ...all.map((name) => ({ name, test: (id: string) => modules.get(readPath(id)) === name })),
  ];
}

/** Folders whose styles are one file each. */
function listRooms(root: string): string[] {
  const paths = globSync("app/{auth,development,site,staff,staff-kit,ui}/**/*.{css,tsx,ts}", { cwd: root });
  return [...new Set(paths.map((path) => findRoom(root, `${root}/${path.replaceAll("\\", "/")}`)))].filter(
    (room) => room !== undefined,
  );
}

/**
 * The folder of a file whose styles are one file with those of its neighbours. None have files of the kits, the icons of the staff
 * area's pages, and the search over the page.
 */
function findRoom(root: string, path: string): string | undefined {
  if (/\/staff-kit\/(toast|palette|shortcut-sheet|keys)[^/]*$/.test(path)) return "staff";
  const room = dirname(relative(`${root}/app`, path));
  const isAlone =
    /\/page\.css$|\/site\/search\/(search-)?dialog[-.]|\/site\/insights\/author\.|\/(staff|writing)-kit\//.test(path);
  if (isAlone || !nameLayer(root, path.replace(/[/-]recipes\.ts$/, "/x.tsx")).isApart || /^\.\.|^styles/.test(room))
    return undefined;
  return /\/site\/insights\/article[-.]/.test(path) ? "article" : room;
}

import { globSync, readFileSync } from "node:fs";

interface Bundle {
  name: string;
  test: RegExp | ((id: string) => boolean);
}

/** Where two bundles would take a module that both import, the earlier one has it. */
const names = [
  "site",
  "fields",
  "forms",
  "apply",
  "display",
  "table",
  "parts",
  "careers",
  "insights",
  "send",
  "sign-in",
  "staff",
] as const;

/**
 * Modules that share a file: compressed, one large file is smaller than many small ones. A module says so in its first
 * line, `// Bundle: careers`, and brings what it alone imports. A module without that line is in a file with what the
 * same routes use, so no file of a public page has staff code.
 *
 * @throws Where a module names a bundle that is not listed here, or a bundle has no module.
 */
export function readBundles(root: string): Bundle[] {
  const modules = new Map<string, string>();
  for (const path of globSync("{app,shared}/**/*.{ts,tsx,css}", { cwd: root })) {
    const name = /^(?:\/\/|\/\*) Bundle: ([\w-]+)/.exec(readFileSync(`${root}/${path}`, "utf8"))?.[1];
    if (name) modules.set(`${root}/${path}`, name);
  }
  const listed = new Set<string>(names);
  for (const [path, name] of modules)
    if (!listed.has(name)) throw new Error(`${path} names an unknown bundle, ${name}`);
  for (const name of names)
    if (![...modules.values()].includes(name)) throw new Error(`No module is in the bundle ${name}`);
  return [
    { name: "framework", test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es|@remix-run)[\\/]/ },
    ...names.map((name) => ({ name, test: (id: string) => modules.get(readPath(id)) === name })),
  ];
}

/** The file of a module, of which Vite says more behind a question mark. */
function readPath(id: string): string {
  return id.replace(/[?].*/, "").replaceAll("\\", "/");
}

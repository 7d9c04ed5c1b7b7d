import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "../fixtures.ts";

const client = "build/test/client";

/** What only the staff kit, or the library under it, contains: its classes in scripts and stylesheets. */
const kitTraces = ["kit-btn", "kit-menu", "kit-dialog", "kit-combobox", "react-aria-pressable"];

interface BuiltRoute {
  id: string;
  parentId?: string;
  module: string;
  imports: string[];
  css: string[];
}

interface Manifest {
  entry: Pick<BuiltRoute, "module" | "imports" | "css">;
  routes: Record<string, BuiltRoute>;
}

test("nothing of the staff kit reaches a public page, and a staff page loads the date picker only where it has one", () => {
  const { entry, routes } = readManifest();
  const isStaff = ({ id, parentId = "" }: BuiltRoute) => id.startsWith("staff/") || parentId.startsWith("staff/");
  const others = Object.values(routes).filter((route) => !isStaff(route));
  expect(others.length).toBeGreaterThan(20);

  const reached = follow(listFiles([entry, ...others]));
  expect(reached.size).toBeGreaterThan(20);
  const leaks = [...reached].filter((file) => kitTraces.some((trace) => read(file).includes(trace)));
  expect(leaks).toEqual([]);

  // The traces are in what staff pages load, or the search above would be blind.
  const frame = follow(listFiles(Object.values(routes).filter(({ id }) => id === "staff/layout")), "at once");
  for (const trace of ["kit-btn", "kit-dialog"])
    expect(
      [...frame].some((file) => read(file).includes(trace)),
      trace,
    ).toBe(true);

  const hasPicker = (files: Set<string>) => [...files].some((file) => read(file).includes("kit-calendar-day"));
  const gallery = Object.values(routes).filter(({ id }) => id.includes("gallery"));
  expect(hasPicker(follow(listFiles(gallery)))).toBe(true);
  for (const route of Object.values(routes).filter(isStaff))
    expect(hasPicker(follow(listFiles([route]), "at once", ".js")), route.id).toBe(false);
});

test("the article editor is loaded when pages with it ask for it, imports read with its parts, and no other page has it", () => {
  const { entry, routes } = readManifest();
  const hasEditor = (files: Set<string>) => [...files].some((file) => read(file).includes("ProseMirror"));
  const isEditorPage = ({ id }: BuiltRoute) =>
    /gallery\/editor-example|(insights\/article\/article|imports\/import|openings\/opening\/opening)$/.test(id);
  const pages = Object.values(routes).filter(isEditorPage);
  expect(pages).toHaveLength(4);
  for (const page of pages) {
    expect(hasEditor(follow(listFiles([page]), "ever", ".js")), page.id).toBe(true);
    expect(hasEditor(follow(listFiles([page]), "at once")), page.id).toBe(false);
  }
  const others = Object.values(routes).filter((route) => !isEditorPage(route));
  expect(hasEditor(follow(listFiles([entry, ...others])))).toBe(false);
});

function readManifest(): Manifest {
  const prefix = "window.__reactRouterManifest=";
  const texts = readdirSync(`${client}/assets`)
    .filter((file) => /^manifest-.*\.js$/.test(file))
    .map((file) => readFileSync(`${client}/assets/${file}`, "utf8"));
  const text = texts.find((text) => text.startsWith(prefix)) ?? "";
  return JSON.parse(text.slice(prefix.length).replace(/;\s*$/, "")) as Manifest;
}

function listFiles(parts: readonly Pick<BuiltRoute, "module" | "imports" | "css">[]): string[] {
  return parts
    .flatMap(({ module, imports, css }) => [module, ...imports, ...css])
    .map((file) => file.replace(/#$/, ""));
}

/** `files` and whatever they import: at once, or also what they import when it is needed. */
function follow(files: readonly string[], when: "at once" | "ever" = "ever", ending = ""): Set<string> {
  const found = new Set<string>();
  const open = files.filter((file) => file.endsWith(ending));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    // What draws PDFs is one script that imports nothing; the library in it names files that it does not load.
    if (!file.endsWith(".js") || file.includes("/draw-pages-")) continue;
    const text = read(file);
    const names =
      when === "ever"
        ? [...text.matchAll(/["'`](?:\.\/|\/?assets\/)([\w.-]+\.(?:js|css))["'`]/g)]
        : [...text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)];
    open.push(...names.map(([, name]) => `/assets/${name}`).filter((name) => name.endsWith(ending)));
  }
  return found;
}

function read(file: string): string {
  return readFileSync(`${client}${file}`, "utf8");
}

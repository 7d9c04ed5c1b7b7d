import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import type { ServicePage } from "../app/content/page-types.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pictures } from "../app/art/recipes/pictures.ts";
import { findCopyFaults, judgeSlug } from "../scripts/lib/find-copy-faults.ts";
import { readServiceCopy, service } from "./listed.ts";

const root = join(import.meta.dirname, "..");
const slug = "quantum-sensing";

let copy: string;
let shown: ServicePage;
let vite: ViteDevServer;

/** A copy of the source with one more service: one file, and one entry in the list. */
beforeAll(async () => {
  mkdirSync(join(root, "test-results"), { recursive: true });
  copy = mkdtempSync(join(root, "test-results", "new-service-"));
  for (const folder of ["app", "shared"]) cpSync(join(root, folder), join(copy, folder), { recursive: true });
  cpSync(join(root, "package.json"), join(copy, "package.json"));
  shown = await readServiceCopy(service.slug);
  const page = { ...shown, slug, name: "Quantum Sensing" };
  writeFileSync(
    join(copy, "app/content/services", `${slug}.ts`),
    `import type { ServicePage } from "../page-types.ts";\n\nexport const quantumSensing: ServicePage = ${JSON.stringify(page)};\n`,
  );
  const list = join(copy, "app/content/services.ts");
  const entry = `  { slug: "${slug}", name: "Quantum Sensing", line: "Measure more", summary: "Sensors." },\n];\n\n/** Further`;
  writeFileSync(list, readFileSync(list, "utf8").replace("];\n\n/** Further", entry));
  // The router must be the very one that the page imports.
  writeFileSync(
    join(copy, "render.ts"),
    `import { createElement } from "react";
    import { renderToStaticMarkup } from "react-dom/server";
    import { MemoryRouter } from "react-router";
    export function render(component, props) {
      return renderToStaticMarkup(createElement(MemoryRouter, null, createElement(component, props)));
    }`,
  );
  vite = await createServer({
    root: copy,
    configFile: false,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
}, 60_000);

afterAll(async () => {
  await vite.close();
  rmSync(copy, { recursive: true, force: true });
});

test("a new service has its route", async () => {
  const { servicePaths } = await vite.ssrLoadModule("/app/content/services.ts");
  expect(servicePaths).toContain(slug);
  expect(readFileSync(join(root, "app/routes.ts"), "utf8")).toContain("servicePaths.map(");
});

test("a new service has its place in the menu", async () => {
  const { mainNavigation } = await vite.ssrLoadModule("/app/content/navigation.ts");
  expect(JSON.stringify(mainNavigation)).toContain(`"/${slug}"`);
});

test("a new service has its page, with a picture until one is drawn for it", async () => {
  const { default: Page, loader, meta } = await vite.ssrLoadModule("/app/site/services/page.tsx");
  const loaderData = loader({ pattern: `/${slug}` });
  const { render } = await vite.ssrLoadModule("/render.ts");
  const html = render(Page, { loaderData });
  expect(html).toContain("Quantum Sensing</h1>");
  expect(html).toMatch(/<img src="[^"]*plate-platforms[^"]*"/);
  const matches = [{}, { loaderData: { origin: "https://example.com" } }];
  expect(JSON.stringify(meta({ loaderData, matches }))).toContain(shown.meta.title);
});

test("a route without copy throws an error", async () => {
  const { loader } = await vite.ssrLoadModule("/app/site/services/page.tsx");
  expect(() => loader({ pattern: "/no-such-service" })).toThrow("There is no copy for /no-such-service");
});

/** What is found in a copy of the lists and their files after `change`. */
async function findAfter(change: (folder: string) => void) {
  const folder = mkdtempSync(join(root, "test-results", "copy-"));
  try {
    cpSync(join(root, "app/content"), join(folder, "app/content"), { recursive: true });
    cpSync(join(root, "app/routes.ts"), join(folder, "app/routes.ts"));
    change(folder);
    return await findCopyFaults(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function edit(file: string, from: string | RegExp, to: string) {
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(from);
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
}

const inServices = (folder: string) => join(folder, "app/content/services", `${service.slug}.ts`);

test("the copy as it is has no fault, and what it names beside the lists is what came with the site, not a slip", async () => {
  const { faults, notes } = await findAfter(() => undefined);
  expect(faults).toEqual([]);
  const drawn = pictures.map(({ name }) => name);
  for (const note of notes) expect(drawn, note).toContain(`plate-${/"(.*?)"/.exec(note)?.[1]}`);
});

test("an entry without its file is one sentence that names both", async () => {
  const { faults } = await findAfter((folder) => rmSync(inServices(folder)));
  expect(faults).toEqual([
    `app/content/services.ts lists ${service.name}, but no file in app/content/services/ has its slug, "${service.slug}": add one, or take ${service.name} off the list.`,
  ]);
});

test("two files with one slug, and two pages at one address, are a sentence each", async () => {
  const twice = await findAfter((folder) =>
    cpSync(inServices(folder), join(folder, "app/content/services/zz-copy.ts")),
  );
  expect(twice.faults).toEqual([
    `app/content/services/zz-copy.ts and app/content/services/${service.slug}.ts have the same slug, "${service.slug}": change it in one of them.`,
  ]);
  const again = `\n  { slug: "careers", name: "Careers", line: "", summary: "" },\n];\n\n/** Further`;
  const shared = await findAfter((folder) => {
    edit(join(folder, "app/content/services.ts"), "\n];\n\n/** Further", again);
    writeFileSync(
      join(folder, "app/content/services/careers.ts"),
      `export const page = { slug: "careers", name: "Careers" };`,
    );
  });
  expect(shared.faults).toEqual([
    "Two pages have the address /careers: change the slug of one of them in app/content.",
  ]);
});

test("a slug that is no address is refused", async () => {
  for (const bad of ["Two Words", "-begins", "a--b", "ünder", "api", "admin", "a/b", ""])
    expect(judgeSlug({ slug: bad, name: "One" })[0]).toContain(`"${bad}", the slug of One, is `);
  expect(judgeSlug(service)).toEqual([]);
  const { faults } = await findAfter((folder) => {
    edit(join(folder, "app/content/services.ts"), `slug: "${service.slug}"`, `slug: "api"`);
    edit(inServices(folder), `slug: "${service.slug}"`, `slug: "api"`);
  });
  expect(faults).toEqual([`"api", the slug of ${service.name}, is an address of the software: choose another.`]);
});

test("a file that cannot be read is named with the reason, without a stack", async () => {
  const { faults } = await findAfter((folder) => writeFileSync(inServices(folder), "export const page = {"));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^app\/content\/services\/[a-z-]+\.ts cannot be read: [^\n]+$/);
});

test("what a page names and the site no longer has is a note, not a fault", async () => {
  const { faults, notes } = await findAfter((folder) => {
    rmSync(inServices(folder));
    edit(join(folder, "app/content/services.ts"), new RegExp(`  \\{\\s+slug: "${service.slug}",[^}]*\\},\\n`), "");
  });
  expect(faults).toEqual([]);
  const naming = readdirSync(join(root, "app/content/industries"))
    .map((file) => readFileSync(join(root, "app/content/industries", file), "utf8"))
    .flatMap((text) => text.match(new RegExp(`service: "${service.slug}"`, "g")) ?? []);
  expect(notes.filter((note) => note.includes(`names the service "${service.slug}"`))).toHaveLength(naming.length);
});

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloudEngineering } from "../app/content/services/cloud-engineering.ts";

const root = join(import.meta.dirname, "..");
const slug = "quantum-sensing";

let copy: string;
let vite: ViteDevServer;

/** A copy of the source with one more service: one file, and one entry in the list. */
beforeAll(async () => {
  mkdirSync(join(root, "test-results"), { recursive: true });
  copy = mkdtempSync(join(root, "test-results", "new-service-"));
  cpSync(join(root, "app"), join(copy, "app"), { recursive: true });
  cpSync(join(root, "package.json"), join(copy, "package.json"));
  const page = { ...cloudEngineering, slug, name: "Quantum Sensing" };
  writeFileSync(
    join(copy, "app/content/services", `${slug}.ts`),
    `import type { ServicePage } from "../page-types.ts";\n\nexport const quantumSensing: ServicePage = ${JSON.stringify(page)};\n`,
  );
  const list = join(copy, "app/content/services.ts");
  const entry = `  { slug: "${slug}", name: "Quantum Sensing", line: "Measure more", summary: "Sensors." },\n] as const;`;
  writeFileSync(list, readFileSync(list, "utf8").replace("] as const;", entry));
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
  expect(JSON.stringify(meta({ loaderData, matches }))).toContain(cloudEngineering.meta.title);
});

test("a route without copy throws an error", async () => {
  const { loader } = await vite.ssrLoadModule("/app/site/services/page.tsx");
  expect(() => loader({ pattern: "/no-such-service" })).toThrow("There is no copy for /no-such-service");
});

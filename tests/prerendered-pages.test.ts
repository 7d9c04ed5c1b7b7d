/** Fixed pages that the build has rendered: what the Worker would render now, wherever it is deployed. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { afterAll, expect, test } from "vitest";
import { readBuild } from "../scripts/lib/read-build.ts";

const root = resolve(import.meta.dirname, "..");
const modules = readBuild("build/test");
const archive = "prerendered-pages.js";
const pagesModule = Object.keys(modules).find((file) => file.startsWith("assets/pages-")) ?? "missing";

const here = { SITE_ORIGIN: "http://localhost:8787" };
const elsewhere = { SITE_ORIGIN: "https://www.a-deployment.example", HSTS_PRELOAD: "on", TURNSTILE_SITE_KEY: "key" };

/** The built Worker without a database, some of its modules replaced by others. */
function makeWorker(name: string, bindings: Record<string, string>, replaced: Record<string, string> = {}) {
  return {
    name,
    bindings,
    compatibilityDate: "2026-09-15",
    modulesRoot: root,
    modules: Object.entries({ ...modules, ...replaced }).map(([file, contents]) => ({
      type: "ESModule" as const,
      path: resolve(root, file),
      contents,
    })),
  };
}

const { sizes } = (await import(/* @vite-ignore */ resolve(root, "build/test/server", archive))) as {
  sizes: readonly [path: string, size: number][];
};
const paths = sizes.map(([path]) => path);
const writeArchive = (text: string, list: unknown) =>
  `export const archive = "${text}"; export const sizes = ${JSON.stringify(list)};`;
const none = { [archive]: writeArchive("", []) };
const rendersNothing = {
  [pagesModule]: `export function renderPage() { throw new Error("This page was rendered."); }`,
};

const logged: string[] = [];
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    handleStructuredLogs: ({ message }) => void logged.push(message),
    workers: [
      makeWorker("here", here, rendersNothing),
      makeWorker("here, rendered", here, none),
      makeWorker("elsewhere", elsewhere, rendersNothing),
      makeWorker("elsewhere, rendered", elsewhere, none),
      makeWorker("other terms", { ...here, SESSION_IDLE_MS: "120000" }),
      makeWorker("unreadable", here, { [archive]: writeArchive("bm90IGJyb3RsaQ==", sizes) }),
      makeWorker("usual", here),
    ],
  } satisfies V4MiniflareOptions),
);
afterAll(() => miniflare.dispose());

/** Status, headers but for the request id, and body. */
async function ask(name: string, path: string, init: RequestInit = {}) {
  const { SITE_ORIGIN } = name.startsWith("elsewhere") ? elsewhere : here;
  const worker = await miniflare.getWorker(name);
  const response = await worker.fetch(SITE_ORIGIN + path, { redirect: "manual", ...(init as object) });
  const headers = Object.fromEntries([...response.headers].filter(([header]) => header !== "x-request-id"));
  return { status: response.status, headers, body: await response.text() };
}

test.each([
  ["here", here.SITE_ORIGIN],
  ["elsewhere", elsewhere.SITE_ORIGIN],
])("a page of the build is byte by byte the page that is rendered now: %s", async (name, origin) => {
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const now = await ask(`${name}, rendered`, path);
    expect([now.status, now.body.includes(`<link rel="canonical" href="${origin}/`)], path).toEqual([200, true]);
    const etag = now.headers["etag"] ?? "";
    // The first of them is the first answer of its page, the others have a page that was read already.
    for (const [to, init] of [
      [`${path}?utm_source=x&a=1`, {}],
      [path, { method: "HEAD" }],
      [path, { headers: { "If-None-Match": etag } }],
      [path, {}],
    ] as const) {
      const answer = await ask(name, to, init);
      expect(answer, `${to} ${JSON.stringify(init)}`).toEqual(await ask(`${name}, rendered`, to, init));
    }
  }
  // Any other page is rendered, which this Worker cannot.
  expect((await ask(name, "/contact")).status).toBe(500);
});

test("a page that was made with other variables is rendered", async () => {
  const [usual, other] = [await ask("usual", "/privacy-policy"), await ask("other terms", "/privacy-policy")];
  expect([usual.status, usual.body.includes("2 minutes")]).toEqual([200, false]);
  expect([other.status, other.body.includes("2 minutes")]).toEqual([200, true]);
});

test("pages that cannot be read are rendered, and the log says so once", async () => {
  for (const path of ["/gcc", "/partners"])
    expect(await ask("unreadable", path)).toEqual(await ask("here, rendered", path));
  expect(logged.filter((line) => line.includes("prerendered pages cannot be read"))).toHaveLength(1);
});

test("only the address of a page, read and not written to, gets it", async () => {
  const post = (site: string) => ({ method: "POST", headers: { "Sec-Fetch-Site": site } });
  for (const [path, init] of [
    ["/gcc/", {}],
    ["/GCC", {}],
    ["/gcc.data", {}],
    ["/gcc", post("same-origin")],
    ["/gcc", post("cross-site")],
  ] as const) {
    const [answer, rendered] = [await ask("usual", path, init), await ask("here, rendered", path, init)];
    expect([path, answer.status, answer.headers["etag"]]).toEqual([path, rendered.status, rendered.headers["etag"]]);
  }
});

test("a build fails when one of its pages does", () => {
  const build = mkdtempSync(join(tmpdir(), "site-build-"));
  const server = join(build, "server");
  mkdirSync(server);
  writeFileSync(join(server, "wrangler.json"), JSON.stringify({ compatibility_date: "2026-09-15", vars: {} }));
  writeFileSync(join(server, "prerender.js"), `export default { fetch() { throw new Error("/gcc answers 500"); } };`);
  const { status, stderr } = spawnSync("node", ["scripts/prerender.ts", build], { cwd: root, encoding: "utf8" });
  expect([status, stderr.includes("/gcc answers 500")]).toEqual([1, true]);
  expect(readdirSync(server)).not.toContain(archive);
  rmSync(build, { recursive: true });
});

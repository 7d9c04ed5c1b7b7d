/** The site behind caches that know nothing of it: what they keep, for whom, and whether it is what the Worker answers. */
import { randomBytes, randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readLocalSecret } from "../../scripts/lib/local-site.ts";
import { withLocalScope } from "../../scripts/seed/scope.ts";
import { ensureDevVars, prepareDatabase } from "../../scripts/lib/local-site.ts";
import { findFreePort } from "../../scripts/lib/ports.ts";
import { serveSite, type SiteServer } from "../../scripts/lib/serve-site.ts";
import { buildOnce } from "../../scripts/lib/test-parts.ts";
import type { InsightId } from "../../worker/db/insights-tables.ts";
import { makePreviewPath } from "../../worker/insights/preview-links.ts";
import { staffPaths } from "../e2e/staff-kit/staff-pages.ts";
import { type Answer, ask, type Asking } from "./ask.ts";
import { type Cache, isInstalled, startNginx, startVarnish } from "./caches.ts";

const caches = [
  { name: "nginx", program: "nginx", start: startNginx },
  { name: "Varnish", program: "varnishd", start: startVarnish },
].filter(({ name, program }) => isInstalled(program) || console.log(`${name} is not installed: skipped.`));

const state = ".wrangler/edge";
const ports = { port: 0, site: 0 };
let server: SiteServer | undefined;
let previewPath = "";

beforeAll(async () => {
  if (caches.length === 0) return;
  ensureDevVars();
  await buildOnce();
  rmSync(state, { recursive: true, force: true });
  await prepareDatabase(state);
  await withLocalScope(state, async ({ env: { DB } }) => {
    const id = await DB.prepare("SELECT id FROM insights LIMIT 1").first<InsightId>("id");
    if (id) previewPath = await makePreviewPath(readLocalSecret(), id);
  });
  ports.port = await findFreePort();
  ports.site = await findFreePort();
  const origin = `http://localhost:${ports.port}`;
  server = await serveSite({ build: "build/test", port: ports.site, state, origin, logs: "hide" });
});

afterAll(() => server?.stop());

const askCache = (path: string, asking?: Omit<Asking, "host">) =>
  ask(ports.port, path, { host: `localhost:${ports.port}`, ...asking });
const askSite = (path: string, asking?: Omit<Asking, "host">) =>
  ask(ports.site, path, { host: `localhost:${ports.port}`, ...asking });

const isHit = ({ headers }: Answer) => headers["x-cache"] === "HIT";
const isPublic = ({ headers }: Answer) => /^public\b.*\b(s-maxage|max-age)=[1-9]/.test(headers["cache-control"] ?? "");

/** What has to be the same whoever answers. A cache that compresses makes the ETag a weak one. */
function pick({ status, headers }: Answer) {
  const names = ["content-type", "content-security-policy", "cache-tag", "location", "set-cookie", "x-robots-tag"];
  const etag = headers.etag?.replace(/^W\//, "");
  return { status, etag, ...Object.fromEntries(names.map((name) => [name, headers[name]])) };
}

/** Every address that a page leads to, those of its data among them. */
function listLinks({ headers, body }: Answer): string[] {
  if (!headers["content-type"]?.startsWith("text/html")) return [];
  const found = [...body.toString().matchAll(/(?:href|src)="(\/[^"#]*)/g)].map(([, path = ""]) =>
    path.replaceAll("&amp;", "&"),
  );
  const pages = found.filter((path) => !/\.\w+(\?|$)/.test(path));
  return [...found, ...pages.map((path) => (path === "/" ? "/_.data" : path.replace(/(\?|$)/, ".data$1")))];
}

async function signIn(account: string): Promise<string> {
  const body = JSON.stringify({ email: `${account}@demo.example`, password: "demo-only-password" });
  const headers = { "Content-Type": "application/json", Origin: `http://localhost:${ports.port}` };
  const answer = await askCache("/api/auth/sign-in", { method: "POST", headers, body });
  expect([answer.status, isHit(answer)]).toEqual([200, false]);
  return (answer.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");
}

/** What pages read, but doubled, empty or in another order. */
const knownSearches = [
  "page=2&page=2",
  "page=2&q=cloud",
  "q=cloud&q=cloud",
  "q=a&&page=2",
  "",
  "&",
  "&&page=2",
  "%70age=2",
  "page=2&",
];

/** Asks the cache for each address in four forms, and once more with the ETag; returns what is not as the Worker answers. */
async function compareVisits(direct: ReadonlyMap<string, Answer>) {
  const visits = [
    {},
    { headers: { "Accept-Encoding": "gzip, br" } },
    { headers: { "Accept-Encoding": "gzip", "Accept-Language": "de", "User-Agent": "Another" } },
    { method: "HEAD" },
  ];
  const counts = { asked: 0, hits: 0, bytes: 0, known: 0 };
  const wrong: string[] = [];
  for (const visit of visits)
    for (const [path, expected] of direct) {
      const answer = await askCache(path, visit);
      if (isPublic(expected)) {
        counts.asked += 1;
        if (isHit(answer)) counts.hits += 1;
        const isHead = "method" in visit;
        if (!isHead) counts.bytes += answer.body.length;
        const isSame = isHead ? answer.body.length === 0 : answer.body.equals(expected.body);
        if (!isSame || JSON.stringify(pick(answer)) !== JSON.stringify(pick(expected))) wrong.push(path);
      } else if (isHit(answer)) wrong.push(`${path} is kept`);
      const { etag } = expected.headers;
      if (etag && expected.status === 200 && isPublic(expected)) {
        const known = await askCache(path, { headers: { "If-None-Match": etag } });
        counts.known += 1;
        if (known.status !== 304 || known.body.length > 0) wrong.push(`${path} is sent again`);
      }
    }
  return { counts, wrong };
}

/** Addresses whose answers are for one reader, and those of their data. */
function listOwnPages(): string[] {
  const pages = [
    ...staffPaths,
    "/auth",
    "/admin/auth",
    "/admin/x",
    "/contact",
    "/contact/sent",
    "/test-email",
    previewPath,
  ];
  return [
    ...pages.flatMap((path) => [path, `${path}.data`]),
    "/api/auth/session",
    "/api/roles",
    "/api/health",
    "/api/openapi.json",
    "/marketing-admin/inbox.csv",
  ];
}

describe.each(caches)("behind $name", ({ name, start }) => {
  let cache: Cache;
  /** What a visitor reaches from the home page: every address that was asked once, and what the Worker answers there. */
  const direct = new Map<string, Answer>();
  const listPublic = () => [...direct].filter(([, answer]) => isPublic(answer)).map(([path]) => path);

  /** The cache holds the public addresses and nothing else. Varnish counts what it passes on until it has cleaned up. */
  const expectNoMore = () =>
    expect.poll(() => cache.countEntries(), { timeout: 60_000 }).toBeLessThanOrEqual(listPublic().length);

  beforeAll(async () => {
    cache = await start(ports);
  });

  afterAll(() => cache.stop());

  test("visitors get from the cache what the Worker answers, byte for byte, and 99 of 100 times from the cache alone", async () => {
    const waiting = ["/", "/sitemap.xml", "/robots.txt", "/llms.txt", "/no-such-page"];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (direct.has(path)) continue;
      direct.set(path, await askSite(path));
      waiting.push(...listLinks(await askCache(path)));
    }
    const { counts, wrong } = await compareVisits(direct);
    console.log(`${name}: ${listPublic().length} public addresses of ${direct.size}`, counts);
    expect(wrong).toEqual([]);
    expect(listPublic().length).toBeGreaterThan(150);
    expect(counts.hits / counts.asked).toBeGreaterThanOrEqual(0.99);
    expect(cache.countEntries()).toBeGreaterThanOrEqual(listPublic().length * 0.99);
    await expectNoMore();
  });

  test("who is signed in gets the same public pages, from the cache too", async () => {
    const Cookie = await signIn("super");
    const paths = listPublic();
    let hits = 0;
    for (const path of paths) {
      const answer = await askCache(path, { headers: { Cookie } });
      if (isHit(answer)) hits += 1;
      expect(answer.body.equals(direct.get(path)?.body ?? Buffer.alloc(0)), path).toBe(true);
    }
    expect(hits / paths.length).toBeGreaterThanOrEqual(0.99);
  });

  test("what is for one reader is never kept, and nobody gets another's", async () => {
    const people = [
      { name: "Sofia Lindqvist", email: "super@demo.example", Cookie: await signIn("super") },
      { name: "Nora Lemaire", email: "norole@demo.example", Cookie: await signIn("norole") },
      { name: "nobody at all", email: "nobody@demo.example", Cookie: "" },
    ];
    const shown = new Set<string>();
    for (const path of listOwnPages())
      for (const { name: reader, email, Cookie } of [...people, ...people]) {
        const answer = await askCache(path, { headers: { Cookie } });
        const text = answer.body.toString();
        expect([path, isHit(answer), isPublic(answer)]).toEqual([path, false, false]);
        // A super admin may read of everybody.
        for (const other of people.filter(() => email !== people[0]?.email))
          if (other.email !== email) expect([path, text.includes(other.email)]).toEqual([path, false]);
        if (text.includes(email)) shown.add(reader);
      }
    expect([...shown]).toEqual(expect.arrayContaining(["Sofia Lindqvist", "Nora Lemaire"]));
  });

  test("a post is never answered from the cache, and what sets a cookie is never kept", async () => {
    const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: `http://localhost:${ports.port}` };
    for (const path of ["/contact", "/", "/insights", "/api/auth/sign-in", "/api/auth/sign-out", "/api/no-such"])
      for (let times = 0; times < 2; times += 1) {
        const answer = await askCache(path, { method: "POST", headers: form, body: "name=Ada" });
        expect([path, isHit(answer), isPublic(answer)]).toEqual([path, false, false]);
      }
    for (const [path, { headers }] of direct)
      if (headers["set-cookie"]) expect([path, headers["cache-control"]]).toEqual([path, "no-store"]);
    await expectNoMore();
  });

  test("parameters that no page reads make no new entry, nor do known ones doubled or in another order", async () => {
    const paths = listPublic().filter(
      (path) => !path.includes("?") && !/^\/(assets|share|media|[\w-]+\.\w+$)/.test(path),
    );
    for (let index = 0; index < 200; index += 1) {
      const path = paths[randomInt(paths.length)] ?? "/";
      const answer = await askCache(`${path}?${randomBytes(4).toString("hex")}=${randomInt(1000)}`);
      expect([path, isHit(answer)]).toEqual([path, false]);
    }
    for (const path of ["/insights", "/insights.data", "/careers", "/careers.data"])
      for (const search of knownSearches)
        expect(isPublic(await askCache(`${path}?${search}`)), `${path}?${search}`).toBe(false);
    await expectNoMore();
  });
});

test.runIf(caches.length === 0)("neither nginx nor Varnish is installed: nothing to prove", () => {});

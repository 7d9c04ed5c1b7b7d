/** The smoke test of a deployment, asked of the site as it is served here, and of one that is wrecked in one place after the other. */
import { openSite } from "../../../scripts/smoke/open-site.ts";
import { runSmoke } from "../../../scripts/smoke/run-smoke.ts";
import { checks } from "../../../scripts/smoke/checks.ts";
import type { Expected, Seen, Site } from "../../../scripts/smoke/types.ts";
import { baseURL, expect, test } from "../fixtures.ts";

const asked = new Map<string, Promise<Seen>>();
const quick = { tries: 1, wait: 0 };

/** The site here; what was read once is not asked again. `wreck` changes answers. */
function openHere(origin: string, wreck: (path: string, seen: Seen) => Partial<Seen> = () => ({})): Site {
  const real = openSite(origin);
  return {
    ...real,
    async ask(address, init) {
      const path = address.replace(origin, "");
      const key = `${init?.method ?? "GET"} ${path}`;
      const answer = asked.get(key) ?? real.ask(address, init);
      asked.set(key, answer);
      const seen = await answer;
      return { ...seen, ...wreck(path, { ...seen, headers: new Headers(seen.headers) }) };
    },
  };
}

async function readExpected(site: Site): Promise<Expected> {
  const { version } = JSON.parse((await site.ask("/api/health")).body) as { version: string };
  // Other tests leave failed messages behind.
  return { version, isStaging: false, failedBefore: ["dead letters", "troubled mails", "search index"] };
}

const setHeader = (headers: Headers, name: string, value: string | null) => {
  if (value === null) headers.delete(name);
  else headers.set(name, value);
  return { headers };
};

const wrecks: readonly (readonly [failed: string, says: string, wreck: (path: string, seen: Seen) => Partial<Seen>])[] =
  [
    [
      "version",
      "not as",
      (path, { body }) =>
        path === "/api/health" ? { body: body.replace(/"version":"\w+"/, '"version":"former00"') } : {},
    ],
    ["version", "not with JSON", (path) => (path === "/api/health" ? { status: 502, body: "<html>" } : {})],
    [
      "health and migrations",
      "0001_accounts.sql",
      (path, { body }) =>
        path === "/api/health" ? { body: body.replace('"pending":[]', '"pending":["0001_accounts.sql"]') } : {},
    ],
    [
      "health and migrations",
      "unreachable",
      (path, { body }) => (path === "/api/health" ? { body: body.replace('"reachable"', '"unreachable"') } : {}),
    ],
    ["main pages", "/partners answers 500", (path) => (path === "/partners" ? { status: 500 } : {})],
    [
      "main pages",
      "SITE_ORIGIN",
      (path, { body }) =>
        path === "/careers"
          ? { body: body.replace(/(rel="canonical" href=")[^/]*\/\/[^/]*/, "$1https://old.example") }
          : {},
    ],
    ["an article", "answers 404", (path) => (/^\/insights\/[a-z0-9-]+$/.test(path) ? { status: 404 } : {})],
    ["an opening", "is no page", (path) => (/^\/careers\/[a-z0-9-]+$/.test(path) ? { body: "" } : {})],
    [
      "contact form",
      "ticket",
      (path, { body }) => (path === "/contact" ? { body: body.replace('name="ticket"', "") } : {}),
    ],
    ["search", "answers 503", (path) => (path.startsWith("/api/search") ? { status: 503 } : {})],
    [
      "sitemap",
      "is not on",
      (path, { body }) =>
        path === "/sitemap.xml" ? { body: body.replaceAll(/https?:\/\/[^/]*/g, "https://old.example") } : {},
    ],
    ["sitemap", "answers 503", (path) => (path === "/sitemap.xml" ? { status: 503, body: "" } : {})],
    [
      "robots.txt and search engines",
      "keeps search engines out",
      (path) => (path === "/robots.txt" ? { body: "User-agent: *\nDisallow: /\n" } : {}),
    ],
    [
      "robots.txt and search engines",
      "says noindex",
      (path, { headers }) => (path === "/" ? setHeader(headers, "X-Robots-Tag", "noindex, nofollow") : {}),
    ],
    ["feeds", "atom.xml", (path) => (path === "/insights/atom.xml" ? { body: "" } : {})],
    ["a page that is not there", "answers 200", (path) => (path.startsWith("/no-such") ? { status: 200 } : {})],
    ["sign-in page", "without a form", (path) => (path === "/admin/auth" ? { status: 503, body: "" } : {})],
    [
      "sign-in page",
      "kept by caches",
      (path, { headers }) => (path === "/auth" ? setHeader(headers, "Cache-Control", "public") : {}),
    ],
    ["signing keys", "private key", (path) => (path.endsWith("jwks.json") ? { body: '{"keys":[{"d":"x"}]}' } : {})],
    ["staff pages", "/audit-log answers 200", (path) => (path === "/audit-log" ? { status: 200 } : {})],
    ["redirects", "not a redirect", (path) => (path === "/auth/second-step" ? { status: 200 } : {})],
    [
      "security headers and scripts",
      "Strict-Transport-Security",
      (path, { headers }) => (path === "/api/health" ? setHeader(headers, "Strict-Transport-Security", null) : {}),
    ],
    [
      "security headers and scripts",
      "blocked by its policy",
      (path, { body }) =>
        path === "/contact" ? { body: body.replace("</body>", "<script>injected()</script></body>") } : {},
    ],
    [
      "security headers and scripts",
      "allows any script",
      (path, { headers }) =>
        path === "/privacy-policy"
          ? setHeader(headers, "Content-Security-Policy", "default-src 'self'; script-src 'unsafe-inline'")
          : {},
    ],
    ["files of the site", "answers 404", (path) => (path.endsWith(".css") ? { status: 404 } : {})],
    [
      "files of the site",
      "not kept for a year",
      (path, { headers }) => (path.endsWith(".css") ? setHeader(headers, "Cache-Control", "public, max-age=60") : {}),
    ],
  ];

test("the site as it is served passes, and each fault of a deployment is named with the place to look", async () => {
  const expected = await readExpected(openHere(baseURL));
  expect(await runSmoke(openHere(baseURL), { ...expected, ...quick })).toEqual([]);
  for (const [failed, says, wreck] of wrecks) {
    const failures = await runSmoke(openHere(baseURL, wreck), { ...expected, ...quick });
    expect([says, failures.map(({ name }) => name)]).toEqual([says, [failed]]);
    expect(failures[0]?.what.join(" ")).toContain(says);
    expect(failures[0]?.look.length).toBeGreaterThan(10);
  }
  expect(wrecks.length).toBeGreaterThanOrEqual(25);
  const unasked = checks.filter(({ name }) => !wrecks.some(([failed]) => failed === name)).map(({ name }) => name);
  // Neither is of a machine like this one: see tests/release.test.ts.
  expect(unasked).toEqual(["no accounts of the demo", "host and certificate"]);
});

test("what is there a moment later is asked again, a bounded number of times, and a staging that is listed fails", async () => {
  const expected = await readExpected(openHere(baseURL));
  let left = 2;
  const late = openHere(baseURL, (path) => (path === "/partners" && left-- > 0 ? { status: 404 } : {}));
  expect(await runSmoke(late, { ...expected, tries: 3, wait: 0 })).toEqual([]);
  let tries = 0;
  const never = openHere(baseURL, (path) => (path === "/api/health" ? ((tries += 1), { status: 522, body: "" }) : {}));
  expect((await runSmoke(never, { ...expected, tries: 4, wait: 0 })).map(({ name }) => name)).toEqual(["version"]);
  expect(tries).toBe(4);
  const staging = await runSmoke(openHere(baseURL), { ...expected, ...quick, isStaging: true });
  expect(staging.map(({ name }) => name)).toEqual(["robots.txt and search engines", "files of the site"]);
});

/** What a request may cost and under which name the site answers, from outside the built Worker. */
import { request as send } from "node:http";
import { baseURL, expect, test } from "../fixtures.ts";

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  ms: number;
}

/** Like a client that takes nothing for granted: no redirect followed, no path put in order, any Host. */
function ask(
  path: string,
  { method = "GET", headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(baseURL);
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sent = send({ hostname, port, path, method, headers, maxHeaderSize: 64 * 1024 }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
          ms: performance.now() - startedAt,
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Requests that can be made as long as one likes; `n` is about their length in characters. */
const lengths: Record<string, (n: number) => [path: string, options?: Parameters<typeof ask>[1]]> = {
  "segments of a document": (n) => [`/${repeat("a/", n)}`],
  "segments of an article": (n) => [`/insights/${repeat("a/", n)}`],
  "segments of data": (n) => [`/${repeat("a/", n)}b.data`],
  "segments of the API": (n) => [`/api/${repeat("a/", n)}`],
  "encoded slashes": (n) => [`/${repeat("a%2f", n)}`],
  "one long segment": (n) => [`/${repeat("a", n)}`],
  "what looks like tokens": (n) => [`/${repeat("aaaaaaaaaaaaaaaaaaaaaa.1.", n)}`],
  "what looks like addresses": (n) => [`/a%40${repeat("a.", n)}`],
  parameters: (n) => [`/insights?${repeat("page=1&tag=a&", n)}`],
  "names of routes": (n) => [`/_.data?_routes=${repeat("a,", n)}`],
  "ways back": (n) => [`/auth?next=${repeat("/a", n)}`],
  languages: (n) => ["/", { headers: { "Accept-Language": repeat("de;q=0.1,", n) } }],
  cookies: (n) => ["/auth", { headers: { Cookie: repeat("a=1; ", n) } }],
  "known versions": (n) => ["/", { headers: { "If-None-Match": repeat('"a",', n) } }],
  "known versions of a picture": (n) => ["/media/a.svg", { headers: { "If-None-Match": repeat('"a",', n) } }],
  ranges: (n) => ["/", { headers: { Range: `bytes=${repeat("0-1,", n)}` } }],
  fields: (n) => [
    "/contact",
    {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" },
      body: repeat("a=1&", n),
    },
  ],
};

test("however long a request is made, its work grows no faster than it", async () => {
  for (const [what, write] of Object.entries(lengths)) {
    let [short, long] = [Infinity, Infinity];
    // Once is enough, unless something else had the machine just then.
    for (let tries = 0; tries < 5 && !(long / short < 16); tries += 1) {
      short = Math.min(short, (await ask(...write(750))).ms);
      long = Math.min(long, (await ask(...write(12_000))).ms);
    }
    // Sixteen times as long: work that grew with the square would take 256 times as long.
    expect(long / short, `${what}: ${short.toFixed(1)} ms, ${long.toFixed(1)} ms`).toBeLessThan(16);
  }
});

test("a path that is too long or too deep is refused by a small page with the security headers", async () => {
  const { body: home, headers: usual } = await ask("/no-such-page");
  const version = /"version":\s*"([^"]+)"/.exec((await ask("/insights")).body)?.[1] ?? "";
  const paths = Array.from({ length: 300 }, (_, index) => `/p${index}`).join();
  for (const [path, status] of [
    [`/${repeat("a/", 16_000)}`, 414],
    [`/${repeat("a/", 34)}`, 404],
    [`/${repeat("a/", 34)}b.data`, 404],
    [`/api/${repeat("a/", 34)}`, 404],
    [`/${repeat("a", 1100)}`, 414],
    [`/__manifest?version=${version}&paths=${encodeURIComponent(paths)}`, 414],
  ] as const) {
    const { status: answered, headers, body } = await ask(path);
    const name = path.slice(0, 40);
    expect(answered, name).toBe(status);
    expect(body.length, name).toBeLessThan(1000);
    expect(body, name).not.toContain("a/a");
    expect(headers["content-security-policy"], name).toContain("default-src 'none'");
    expect(headers["cache-control"], name).toBe("no-store");
    for (const header of [
      "strict-transport-security",
      "x-content-type-options",
      "x-frame-options",
      "permissions-policy",
    ])
      expect(headers[header], name).toBe(usual[header]);
  }
  expect(home.length).toBeGreaterThan(5000);
  // As long and as deep as anything of the site's own may come.
  expect((await ask(`/media/${repeat("a/", 20)}${repeat("a", 170)}.svg`)).body).toContain("Not found");
  expect((await ask(`/insights/preview/${repeat("a", 900)}`)).body).toContain("/assets/");
});

test("the site answers under its own name alone; probes may use any", async () => {
  const other = { Host: "site.account.workers.dev" };
  for (const path of ["/", "/gcc?a=1&b=%2F", "/api/roles", "/auth", "/media/x.svg", "//evil.example/"])
    for (const method of ["GET", "HEAD"]) {
      const { status, headers } = await ask(path, { method, headers: other });
      expect([path, status, headers["location"]]).toEqual([path, 308, baseURL + path]);
    }
  const json = { ...other, "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
  for (const path of ["/api/auth/sign-in", "/contact"]) {
    const { status, headers } = await ask(path, { method: "POST", headers: json, body: "{}" });
    expect([path, status, headers["set-cookie"]]).toEqual([path, 421, undefined]);
  }
  expect((await ask("/api/health", { headers: other })).status).toBe(200);
});

test("static files carry the same security headers as pages", async () => {
  const { body, headers: page } = await ask("/");
  const stylesheet = /href="(\/assets\/[^"]+\.css)"/.exec(body)?.[1] ?? "";
  for (const path of [stylesheet, "/favicon.svg", "/consented.js"]) {
    const { status, headers } = await ask(path);
    expect([path, status]).toEqual([path, 200]);
    for (const name of [
      "strict-transport-security",
      "x-content-type-options",
      "x-frame-options",
      "cross-origin-opener-policy",
      "cross-origin-resource-policy",
      "permissions-policy",
      "referrer-policy",
    ]) {
      expect(page[name], name).toBeTruthy();
      expect(headers[name], `${path}: ${name}`).toBe(page[name]);
    }
    expect(headers["content-security-policy"], path).toContain("default-src 'none'");
  }
});

test("the mailbox of this machine opens for somebody at it, and for no page that only says so", async () => {
  const own = { "Sec-Fetch-Site": "none" };
  // Its name made to point here, a foreign page is at home on the local server, and that believes its header.
  const rebound = { Host: "rebound.example", "MF-Original-URL": `${baseURL}/mailbox` };
  expect((await ask("/mailbox", { headers: own })).status).toBe(200);
  expect((await ask("/mailbox.data", { headers: { "Sec-Fetch-Site": "same-origin" } })).status).toBe(200);
  for (const headers of [rebound, { "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-site" }, {}])
    for (const path of ["/mailbox", "/mailbox.data", "/mailbox/1", "/mailbox/1/html", "/mailbox/1/files/0"]) {
      const { status, body } = await ask(path, { headers: { ...headers } });
      expect([path, JSON.stringify(headers), status]).toEqual([path, JSON.stringify(headers), 404]);
      expect(body).not.toContain("outbox");
    }
  const foreign = { ...own, Host: "rebound.example" };
  expect((await ask("/mailbox", { headers: foreign })).status).toBe(308);
});

import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { countRuns } from "#tests/runs.ts";
import { answerConditionally, tagBody } from "#worker/lib/http/etag.ts";
import { hideToken } from "#worker/lib/http/hide-token.ts";
import { createLogger } from "#worker/lib/log.ts";
import { documentPolicy, secureResponse } from "#worker/lib/http/security-headers.ts";

const scope = { env: {}, requestId: "1" };

test("a log line is one JSON object with the request id and without secrets", () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  const error = new Error("no user x@y.example for eyJhbGciOi.eyJzdWIi.c2ln");
  createLogger("request-1").error("sign-in failed", error, {
    password: "hunter2",
    authorization: "Bearer t",
    path: "/auth",
  });
  const line = String(written.mock.calls[0]?.[0]);
  expect(JSON.parse(line)).toMatchObject({
    level: "error",
    event: "sign-in failed",
    requestId: "request-1",
    path: "/auth",
  });
  for (const secret of ["hunter2", "Bearer t", "x@y.example", "eyJhbGciOi"]) expect(line).not.toContain(secret);
});

test("the token of a preview, and of what else is opened by a link alone, is hidden however its address is written, in figures and in logs", () => {
  const written = vi.spyOn(console, "log").mockImplementation(() => {});
  const hex = (sign: string) => sign.charCodeAt(0).toString(16);
  const spell = (sign: string) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(sign) },
      fc.constant(sign.toUpperCase()),
      fc.integer({ min: 0, max: 3 }).map((times) => `%${"25".repeat(times)}${hex(sign)}`),
      fc.constant(`%25${hex(sign).toUpperCase()}`),
      // The digits of the escape are escaped themselves.
      fc.constant(`%${[...hex(sign)].map((digit) => `%${hex(digit)}`).join("")}`),
    );
  const slashes = fc.stringMatching(/^\/{1,3}$/);
  const places = [
    ["insights", "preview"],
    ["careers", "application"],
    ...["verify", "reset", "invite", "email"].map((page) => ["auth", page]),
  ] as const;
  const address = fc.constantFrom(...places).chain(([folder = "", page = ""]) =>
    fc
      .tuple(
        fc.tuple(...[...folder].map(spell)),
        fc.tuple(...[...page].map(spell)),
        fc.tuple(slashes, slashes, slashes),
        fc.constantFrom("", ".data", "/", "//", "/x", "%2F", "%E0%A4"),
      )
      .map(([one, two, [a, b, c], end]) => ({
        path: `${a}${one.join("")}${b}${two.join("")}${c}0199-x.1795.tell-tale${end}`,
        hidden: `/${folder}/${page}/-`,
      })),
  );
  fc.assert(
    fc.property(address, ({ path, hidden }) => {
      expect(hideToken(path), path).toBe(hidden);
      createLogger("r").info("request", { path });
      expect(String(written.mock.calls.at(-1)?.[0])).not.toContain("tell-tale");
    }),
    { numRuns: countRuns(500) },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webPath(),
        fc.string(),
        fc.constantFrom("/insights/previews/x", "/insights/preview", "/auth/reset", "/careers/application"),
      ),
      (path) => {
        expect(hideToken(path)).toBe(path);
      },
    ),
  );
});

const mac = "A1b2-_".repeat(8).slice(0, 43);

test.each([
  ["an address", "/x/ada@mail.example.com/y", "ada"],
  ["an address of other letters", "for jürgen.o'hara+a_b@exämple.com.", "jürgen"],
  ["an encoded address", "/auth?email=ada%40example.com", "ada"],
  ["an address encoded in full", "/x/ada%40mail%2Eexample%2ecom", "ada"],
  ["an address encoded twice", "next=%252Fx%253Fmail%253Dada%2540example.com", "ada"],
  ["a refresh token", `token 019a2b3c-0000-7000-8000-0123456789ab.12.${mac} reused`, mac],
  ["a refresh token in a query", `/x?rt%3D019a2b3c-0000-7000-8000-0123456789ab.0.${mac}`, mac],
  ["a device cookie", `__Host-known=abcdefghijklmnopqrstuv.${mac}; a=b`, mac],
  ["a JWT after an encoded sign", `/x?at%3DeyJhbGciOi.eyJzdWIi.${mac}`, mac],
])("%s is kept out of a log line", (_name, text, secret) => {
  const written = vi.spyOn(console, "log").mockImplementation(() => {});
  createLogger("r").info("request", { path: text, deep: { list: [text], token: "tell-tale" } });
  const line = String(written.mock.calls[0]?.[0]);
  expect(line).not.toContain(secret);
  expect(line).not.toContain("tell-tale");
  expect(line.match(/\[redacted\]/g)).toHaveLength(3);
});

test.each([
  "/insights/a-long-slug.of-some-article-about-cloud",
  "019a2b3c-0000-7000-8000-0123456789ab",
  "at 100%40 of the limit",
  "user@localhost",
])("%s is no secret", (text) => {
  const written = vi.spyOn(console, "log").mockImplementation(() => {});
  createLogger("r").info("request", { path: text });
  expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toMatchObject({ path: text });
});

test.each(["a", "eyJ", "%40", "a@", "%25", "a.", `${mac}.`, "1."])(
  "a path of 64 KB made of %j is logged in no time",
  (unit) => {
    const path = unit.repeat(65_536 / unit.length);
    const startedAt = performance.now();
    createLogger("r").info("request", { path });
    expect(performance.now() - startedAt).toBeLessThan(1000);
  },
);

test("the ETag follows the bytes, and If-None-Match answers 304 without a body", async () => {
  const ask = async (html: string, known?: string) =>
    answerConditionally(
      new Request("https://x.example/", known ? { headers: { "If-None-Match": known } } : {}),
      await tagBody(html),
      { status: 200, headers: new Headers({ "Cache-Control": "public" }) },
    );
  const first = await ask("<p>one</p>");
  const etag = first.headers.get("ETag") ?? "";
  expect((await ask("<p>two</p>")).headers.get("ETag")).not.toBe(etag);
  for (const known of [etag, `W/${etag}`, `"a", ${etag}`, "*"]) {
    const again = await ask("<p>one</p>", known);
    expect(again.status, known).toBe(304);
    expect(await again.text()).toBe("");
    expect(again.headers.get("Cache-Control")).toBe("public");
  }
  expect((await ask("<p>one</p>", '"else"')).status).toBe(200);
});

test("an error page is never answered with 304", async () => {
  const body = await tagBody("gone");
  const request = new Request("https://x.example/", { headers: { "If-None-Match": body.etag } });
  expect(answerConditionally(request, body, { status: 404, headers: new Headers() }).status).toBe(404);
});

test("a response without Cache-Control, or with a cookie, is not stored", () => {
  expect(secureResponse(new Response("x"), scope).headers.get("Cache-Control")).toBe("no-store");
  const cookie = new Response("x", { headers: { "Set-Cookie": "a=b", "Cache-Control": "public, s-maxage=60" } });
  expect(secureResponse(cookie, scope).headers.get("Cache-Control")).toBe("no-store");
  const open = new Response("x", { headers: { "Cache-Control": "public, s-maxage=60" } });
  expect(secureResponse(open, scope).headers.get("Cache-Control")).toBe("public, s-maxage=60");
});

test("browsers are asked to list the domain only where it is configured", () => {
  const read = (env: Pick<Env, "HSTS_PRELOAD">) =>
    secureResponse(new Response("x"), { ...scope, env }).headers.get("Strict-Transport-Security");
  expect(read({})).toBe("max-age=63072000; includeSubDomains");
  expect(read({ HSTS_PRELOAD: "on" })).toBe("max-age=63072000; includeSubDomains; preload");
});

test("a page whose address is a secret may keep it from where its links lead", () => {
  const read = (response: Response) => secureResponse(response, scope).headers.get("Referrer-Policy");
  expect(read(new Response("x"))).toBe("strict-origin-when-cross-origin");
  expect(read(new Response("x", { headers: { "Referrer-Policy": "no-referrer" } }))).toBe("no-referrer");
});

test("a document's policy allows the named scripts and nothing inline besides", () => {
  const policy = documentPolicy(["'sha256-abc='"]);
  expect(policy).toContain("script-src 'self' 'sha256-abc=';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("; frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com;");
  expect(policy).not.toContain("unsafe");
});

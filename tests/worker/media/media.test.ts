import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { secureResponse } from "#worker/lib/http/security-headers.ts";
import { isMediaPath, serveMedia } from "#worker/media/serve-media.ts";
import { makeScope, siteOrigin } from "../make-scope.ts";

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

async function get(path: string, init: RequestInit = {}) {
  return serveMedia(new Request(new URL(path, siteOrigin), init), makeScope());
}

async function put(key: string) {
  await env.MEDIA.put(key, svg, { httpMetadata: { contentType: "image/svg+xml" } });
}

test("a picture whose name holds its hash is kept for a year, any other for an hour", async () => {
  await put("covers/a-wide-0123456789abcdef.svg");
  await put("demo/a.svg");
  const lasting = await get("/media/covers/a-wide-0123456789abcdef.svg");
  expect(await lasting.text()).toBe(svg);
  expect(lasting.headers.get("Content-Type")).toBe("image/svg+xml");
  expect(lasting.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  const other = await get("/media/demo/a.svg");
  await other.text();
  expect(other.headers.get("Cache-Control")).toBe("public, max-age=3600");
});

test("an SVG opened by itself may run nothing, and other sites may show it", async () => {
  await put("demo/a.svg");
  const response = secureResponse(await get("/media/demo/a.svg"), makeScope());
  await response.text();
  expect(response.headers.get("Content-Security-Policy")).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'; sandbox/,
  );
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(response.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  const page = secureResponse(new Response(null), makeScope());
  expect(page.headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
});

test("whoever has the picture already gets 304, and HEAD gets its headers", async () => {
  await put("demo/a.svg");
  const first = await get("/media/demo/a.svg");
  await first.text();
  const again = await get("/media/demo/a.svg", { headers: { "If-None-Match": first.headers.get("ETag") ?? "" } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const head = await get("/media/demo/a.svg", { method: "HEAD" });
  expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([200, String(svg.length), ""]);
});

test("conditions are weighed in the order of RFC 9110, and what cannot be read stands in nobody's way", async () => {
  await put("demo/a.svg");
  const first = await get("/media/demo/a.svg");
  await first.text();
  const etag = first.headers.get("ETag") ?? "";
  const changed = first.headers.get("Last-Modified") ?? "";
  expect(Math.abs(Date.parse(changed) - Date.now())).toBeLessThan(60_000);
  const [before, after] = [-86_400_000, 86_400_000].map((shift) => new Date(Date.parse(changed) + shift).toUTCString());
  const conditions: [Record<string, string | undefined>, number][] = [
    [{ "If-None-Match": "abc" }, 200],
    [{ "If-None-Match": "," }, 200],
    [{ "If-None-Match": '"abc' }, 200],
    [{ "If-None-Match": `"other", W/${etag}` }, 304],
    [{ "If-None-Match": "*" }, 304],
    [{ "If-Match": "garbage" }, 412],
    [{ "If-Match": '"other"' }, 412],
    [{ "If-Match": `W/${etag}` }, 412],
    [{ "If-Match": `"other", ${etag}` }, 200],
    [{ "If-Match": "*" }, 200],
    [{ "If-Match": "*", "If-None-Match": etag }, 304],
    [{ "If-Match": '"other"', "If-None-Match": etag }, 412],
    [{ "If-Unmodified-Since": before }, 412],
    [{ "If-Unmodified-Since": changed }, 200],
    [{ "If-Unmodified-Since": "yesterday" }, 200],
    // Only the three forms of RFC 9110 are dates.
    [{ "If-Unmodified-Since": "5" }, 200],
    [{ "If-Unmodified-Since": "1994-11-06" }, 200],
    [{ "If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:37" }, 200],
    [{ "If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:37 GMT" }, 412],
    [{ "If-Unmodified-Since": "Sunday, 06-Nov-94 08:49:37 GMT" }, 412],
    [{ "If-Unmodified-Since": "Sun Nov  6 08:49:37 1994" }, 412],
    [{ "If-Modified-Since": "9999" }, 200],
    [{ "If-Modified-Since": "Fri, 31 Dec 9999 25:59:59 GMT" }, 200],
    [{ "If-Unmodified-Since": before, "If-Match": etag }, 200],
    [{ "If-Unmodified-Since": before, "If-None-Match": etag }, 412],
    [{ "If-Modified-Since": changed }, 304],
    [{ "If-Modified-Since": after }, 304],
    [{ "If-Modified-Since": before }, 200],
    [{ "If-Modified-Since": "tomorrow" }, 200],
    [{ "If-Modified-Since": after, "If-None-Match": '"other"' }, 200],
  ];
  for (const [headers, status] of conditions)
    for (const method of ["GET", "HEAD"]) {
      const response = await get("/media/demo/a.svg", { method, headers: headers as Record<string, string> });
      const text = await response.text();
      expect([JSON.stringify(headers), response.status]).toEqual([JSON.stringify(headers), status]);
      if (status === 200) expect(text).toBe(method === "GET" ? svg : "");
      if (status === 412) expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    }
  const missing = await get("/media/demo/none.svg", { headers: { "If-Match": "*" } });
  expect(missing.status).toBe(404);
});

test("each answer takes one operation of the bucket", async () => {
  await put("demo/a.svg");
  const asked: string[] = [];
  const MEDIA = new Proxy(env.MEDIA, {
    get(target, key) {
      const value = Reflect.get(target, key) as unknown;
      if (typeof value !== "function") return value;
      return (...values: unknown[]) => {
        asked.push(String(key));
        return Reflect.apply(value, target, values) as unknown;
      };
    },
  });
  const ask = async (method: string, headers: Record<string, string> = {}) => {
    const request = new Request(new URL("/media/demo/a.svg", siteOrigin), { method, headers });
    const response = await serveMedia(request, makeScope({ MEDIA }));
    await response.text();
    return [response.status, ...asked.splice(0)];
  };
  expect(await ask("GET")).toEqual([200, "get"]);
  expect(await ask("GET", { "If-None-Match": "*" })).toEqual([304, "get"]);
  expect(await ask("GET", { "If-Match": '"other"' })).toEqual([412, "get"]);
  expect(await ask("HEAD")).toEqual([200, "head"]);
});

test("what is not there is 404, and nothing is written by this way", async () => {
  for (const path of ["/media/none.svg", "/media/", "/media/..%2f..%2fx", "/media/%00", `/media/${"a".repeat(300)}`])
    expect((await get(path)).status, path).toBe(404);
  expect((await get("/media/demo/a.svg", { method: "PUT", body: svg })).status).toBe(405);
  expect([isMediaPath("/media/x"), isMediaPath("/mediation"), isMediaPath("/media")]).toEqual([true, false, false]);
});

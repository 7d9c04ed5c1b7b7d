import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { secureResponse } from "#worker/lib/security-headers.ts";
import { isMediaPath, serveMedia } from "#worker/media/serve-media.ts";
import { makeScope, siteOrigin } from "./make.ts";

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
  const response = secureResponse(await get("/media/demo/a.svg"), "request");
  await response.text();
  expect(response.headers.get("Content-Security-Policy")).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'; sandbox/,
  );
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(response.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  const page = secureResponse(new Response(null), "request");
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

test("what is not there is 404, and nothing is written by this way", async () => {
  for (const path of ["/media/none.svg", "/media/", "/media/..%2f..%2fx", "/media/%00", `/media/${"a".repeat(300)}`])
    expect((await get(path)).status, path).toBe(404);
  expect((await get("/media/demo/a.svg", { method: "PUT", body: svg })).status).toBe(405);
  expect([isMediaPath("/media/x"), isMediaPath("/mediation"), isMediaPath("/media")]).toEqual([true, false, false]);
});

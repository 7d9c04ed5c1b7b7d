import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readClientKey } from "#worker/lib/http/client-address.ts";
import { checkOrigin } from "#worker/lib/http/origin-gate.ts";
import { call } from "../ask-api.ts";
import { makeSession, makeAccount, password, writeCookies } from "../make.ts";
import { siteOrigin } from "../make-scope.ts";

function check(headers: Record<string, string>, method = "POST"): number {
  return checkOrigin(new Request(`${siteOrigin}/x`, { method, headers }), env)?.status ?? 200;
}

test("an unsafe request from a page of this site passes", () => {
  expect(check({ "Sec-Fetch-Site": "same-origin", Cookie: "a=b" })).toBe(200);
  expect(check({ Origin: siteOrigin, Cookie: "a=b" })).toBe(200);
});

test.each(["cross-site", "same-site", "none", "", "SAME-ORIGIN", "same-origin, cross-site"])(
  "Sec-Fetch-Site %j is refused, whatever Origin says",
  (value) => {
    expect(check({ "Sec-Fetch-Site": value, Origin: siteOrigin })).toBe(403);
  },
);

test.each([
  "null",
  "https://evil.example",
  `${siteOrigin}.evil.example`,
  `https://evil${new URL(siteOrigin).host}`,
  siteOrigin.replace("http:", "https:"),
  `${siteOrigin}/`,
  siteOrigin.toUpperCase(),
])("Origin %s is refused", (origin) => {
  expect(check({ Origin: origin })).toBe(403);
});

test("without either header a request with a cookie is refused and one without passes", () => {
  expect(check({ Cookie: "__Host-rt=x" })).toBe(403);
  expect(check({})).toBe(200);
  expect(check({ Authorization: "Bearer x" })).toBe(200);
});

test.each(["GET", "HEAD", "OPTIONS"])("%s is never held up", (method) => {
  expect(check({ "Sec-Fetch-Site": "cross-site" }, method)).toBe(200);
});

test.each(["PUT", "PATCH", "DELETE", "POST"])("%s is held up", (method) => {
  expect(check({ "Sec-Fetch-Site": "cross-site" }, method)).toBe(403);
});

const mutations = ["sign-in", "sign-up", "sign-out", "refresh", "token", "bootstrap"];
const kinds: [string, string][] = [
  ["application/json", JSON.stringify({ email: "a@example.com", password, grant_type: "password", secret: "x" })],
  ["application/x-www-form-urlencoded", `email=a%40example.com&password=${encodeURIComponent(password)}`],
  ["text/plain", "{}"],
  ["multipart/form-data; boundary=x", "--x--"],
];

test.each(mutations.flatMap((name) => kinds.map(([type, body]) => [name, type, body] as const)))(
  "a cross-site post to %s as %s is refused",
  async (name, type, body) => {
    const headers = { "Content-Type": type, "Sec-Fetch-Site": "cross-site" };
    const response = await call(`/api/auth/${name}`, { body, headers });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  },
);

test("a cross-site sign-out leaves the session alone", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  const Cookie = writeCookies(tokens);
  const refused = await call("/api/auth/sign-out", {
    method: "POST",
    headers: { Cookie, "Sec-Fetch-Site": "cross-site" },
  });
  expect(refused.status).toBe(403);
  const session = await (await call("/api/auth/session", { headers: { Cookie } })).json<{ user: unknown }>();
  expect(session.user).not.toBeNull();
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
])("requests from %s count under %s", (address, key) => {
  expect(readClientKey(new Request(siteOrigin, { headers: { "CF-Connecting-IP": address } }))).toBe(key);
});

test("addresses of one /64 share a bucket, others do not", () => {
  const keyOf = (address: string) =>
    readClientKey(new Request(siteOrigin, { headers: { "CF-Connecting-IP": address } }));
  expect(keyOf("2001:db8:1:2:aaaa::1")).toBe(keyOf("2001:db8:1:2:bbbb::ffff"));
  expect(keyOf("2001:db8:1:2::1")).not.toBe(keyOf("2001:db8:1:3::1"));
});

/** Every door there is, by the OpenAPI document and the router of the built Worker: none opens for another site. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makeCaller } from "../accounts/account-make.ts";
import { operations, routes, watchTables } from "./endpoints.ts";
import { call } from "../ask-api.ts";
import { makeAddress } from "../make-scope.ts";
import { visit } from "../visit.ts";

const made = "0198f1de-0000-7000-8000-000000000000";
const addresses = [
  ...operations.map(({ path }) => path),
  ...routes.flatMap(({ name }) => {
    const path = name.replaceAll(/:[^/]+/g, made).replace("*", "made-up");
    return [path, `${path === "/" ? "/_root" : path}.data`];
  }),
];
const formats = {
  "application/x-www-form-urlencoded": "email=a%40b.example&password=x",
  "application/json": '{"email":"a@b.example","password":"x"}',
  "text/plain": '{"email":"a@b.example"}',
  "multipart/form-data; boundary=b": '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
};
const elsewhere = [
  { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
  { "Sec-Fetch-Site": "same-site", Origin: `https://other.${new URL(env.SITE_ORIGIN).host}` },
  { "Sec-Fetch-Site": "", Origin: "null" },
  { "Sec-Fetch-Site": "", Origin: `${env.SITE_ORIGIN}.evil.example` },
];

test.for(Object.entries(formats))("no address takes a post of another site, as %s", async ([type, body]) => {
  const { Cookie } = await makeCaller({ roles: ["super_admin"] });
  const readState = await watchTables();
  const before = await readState();
  expect(addresses.length).toBeGreaterThan(120);
  for (const [index, path] of addresses.entries()) {
    const origin = elsewhere[index % elsewhere.length];
    const response = await visit(path, { body, headers: { ...origin, "Content-Type": type, Cookie } });
    expect([path, response.status], JSON.stringify(origin)).toEqual([path, 403]);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  expect(await readState()).toBe(before);
});

test("what changes something by a post does nothing by a GET", async () => {
  const { Cookie } = await makeCaller({ roles: ["super_admin"] });
  const gets = new Set(operations.filter(({ method }) => method === "get").map(({ path }) => path));
  const posts = operations.filter(({ method, path }) => method === "post" && !gets.has(path));
  expect(posts.length).toBeGreaterThan(10);
  const readState = await watchTables();
  const before = await readState();
  for (const { path } of posts) {
    const headers = { Cookie, "CF-Connecting-IP": makeAddress() };
    const response = await call(`${path}?email=a%40b.example&password=x`, { headers });
    expect([path, response.status, response.headers.get("Allow")]).toEqual([path, 405, "POST"]);
  }
  expect(await readState()).toBe(before);
});

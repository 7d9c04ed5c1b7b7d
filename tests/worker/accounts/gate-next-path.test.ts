import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseNextPath } from "#shared/accounts/next-path.ts";
import { countRuns } from "#tests/runs.ts";

const site = "https://www.example.com";

test.each(["/", "/blog-management", "/insights/a-b?page=2#top", "/auth?next=%2Fuser-management", "/caf%C3%A9"])(
  "%s is kept",
  (path) => {
    expect(parseNextPath(path, "/fallback")).toBe(path);
  },
);

test.each([
  "",
  "blog",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\nSet-Cookie: a=b",
  " //evil.example",
  "/ /evil.example",
  "https://evil.example",
  "https:evil.example",
  "http:/evil.example",
  "javascript:alert(1)",
  "/javascript:alert(1)\\",
  "data:text/html,x",
  "/%2f/evil.example",
  "/%2Fevil.example",
  "/%5cevil.example",
  "/%09/evil.example",
  "/%0d%0aSet-Cookie:a=b",
  "/%252fevil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/\u0000/evil.example",
  "/\u202eevil",
  `/${"a".repeat(2000)}`,
])("%j is replaced by the fallback", (value) => {
  expect(parseNextPath(value, "/fallback")).toBe("/fallback");
});

test.each([undefined, null, 1, {}, ["/x"]])("%j, which is no text, is replaced by the fallback", (value) => {
  expect(parseNextPath(value, "/fallback")).toBe("/fallback");
});

const hostile = fc.array(
  fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2f",
    "%5C",
    "%",
    "//",
    ":",
    "@",
    "?",
    "#",
    "\t",
    "\n",
    "\r",
    " ",
    "evil.example",
    "javascript:",
    "a",
    "%0d%0a",
    "\u3002",
    "／",
  ),
  { maxLength: 12 },
);

test("whatever comes in, a browser that follows the answer stays on the site", () => {
  const inputs = fc.oneof(
    hostile.map((parts) => parts.join("")),
    hostile.map((parts) => `/${parts.join("")}`),
    fc.string(),
    fc.webUrl(),
  );
  fc.assert(
    fc.property(inputs, (value) => {
      const path = parseNextPath(value, "/fallback");
      expect(path).toMatch(/^\/(?![/\\])/);
      expect(path).not.toMatch(/[\r\n\t\\]/);
      expect(new URL(path, site).origin).toBe(site);
      expect(parseNextPath(path, "/other")).toBe(path);
    }),
    { numRuns: countRuns(5000) },
  );
});

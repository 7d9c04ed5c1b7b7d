import type { APIRequestContext } from "playwright/test";
import { type DemoAccount, expect, signIn, test } from "../fixtures.ts";

/** SPEC.txt §6 and the two hubs, by hand: who gets in where. */
const opened: Record<string, DemoAccount[]> = {
  "/blog-management": ["super", "marketing"],
  "/job-management": ["super", "marketing", "talent", "hr"],
  "/job-applications": ["super", "hr"],
  "/visitor-analytics": ["super", "marketing"],
  "/visitor-analytics/consent": ["super", "marketing"],
  "/user-management": ["super", "marketing", "talent"],
  "/embeddings-management": ["super", "marketing"],
  "/embeddings-management/words": ["super", "marketing"],
  "/marketing-admin": ["super", "marketing"],
  "/marketing-admin/inbox": ["super", "marketing"],
  "/failed-messages": ["super", "marketing"],
  "/privacy-requests": ["super"],
  "/operations": ["super"],
  "/talent-admin": ["super", "talent", "hr"],
};
const pages = Object.keys(opened);
const refusal = "You don't have permission to access this page.";

/** The spellings of one path that all reach the same route. */
function spell(path: string): string[] {
  const encoded = `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`;
  return [path, path.toUpperCase(), `${path}/`, encoded, `${path}?page=1`];
}

/** The forms of a request for one route's data alone. */
function spellData(path: string): string[] {
  return [`${path}.data`, `${path.toUpperCase()}.data`, `${path}/_.data`];
}

function get(request: APIRequestContext, path: string) {
  return request.get(path, { maxRedirects: 0 });
}

test("a signed-out caller is sent to sign in from every page, however it is spelt", async ({ request }) => {
  for (const path of pages.flatMap(spell)) {
    const response = await get(request, path);
    expect(response.status(), path).toBe(302);
    expect(response.headers().location, path).toBe(`/auth?next=${encodeURIComponent(path)}`);
    expect(response.headers()["cache-control"], path).toBe("no-store");
  }
});

test("a signed-out caller gets no data of any page", async ({ request }) => {
  for (const path of pages.flatMap(spellData)) {
    const response = await get(request, path);
    expect(response.status(), path).toBe(202);
    expect(await response.text(), path).toContain("/auth?next=");
    expect(response.headers()["cache-control"], path).toBe("no-store");
  }
});

test("a signed-out caller of an /admin path signs in at /admin/auth", async ({ request }) => {
  const paths = pages.flatMap((page) => spell(`/admin${page}`));
  for (const path of ["/admin", "/ADMIN", "/admin/", "/%61dmin/x", "/Admin/nothing", ...paths]) {
    const response = await get(request, path);
    expect(response.status(), path).toBe(302);
    expect(response.headers().location, path).toBe(`/admin/auth?next=${encodeURIComponent(path)}`);
  }
  const data = await get(request, "/ADMIN/blog-management.data");
  expect(await data.text()).toContain("/admin/auth?next=");
});

for (const account of ["super", "marketing", "talent", "hr", "norole"] as const)
  for (const spelling of ["as it is", "in every way"])
    // tests/worker/pages/staff-routes.test.ts has every role, route and method. The other spellings differ in nothing for those
    // who are let in somewhere.
    test(
      `${account} is let into exactly the pages of their roles, spelt ${spelling}`,
      { tag: account === (spelling === "as it is" ? "hr" : "norole") ? [] : "@deep" },
      async ({ request }) => {
        await signIn(request, account);
        for (const page of pages) {
          const admitted = opened[page]?.includes(account);
          const isWhole = spelling === "in every way";
          for (const path of isWhole ? spell(page) : [page]) {
            const response = await get(request, path);
            expect(response.status(), path).toBe(admitted ? 200 : 403);
            const html = await response.text();
            expect(html.includes("Access Denied"), path).toBe(!admitted);
            expect(html.includes(refusal.replace("'", "&#x27;")), path).toBe(!admitted);
          }
          for (const path of isWhole ? spellData(page) : [`${page}.data`]) {
            const response = await get(request, path);
            expect(response.status(), path).toBe(admitted ? 200 : 403);
            expect(response.headers()["cache-control"], path).toBe("no-store");
          }
        }
      },
    );

test("asking for a page's data by the name of its route does not get round the guard", async ({ request }) => {
  await signIn(request, "norole");
  const path = "/user-management.data?_routes=staff%2Faccounts%2Faccounts";
  const response = await get(request, path);
  expect(response.status()).toBe(403);
  expect(await response.text()).not.toContain("super@");
});

test("/admin leads to the caller's first page, /admin/<page> to the page, and anything else is not found", async ({
  request,
}) => {
  await signIn(request, "hr");
  const hub = await get(request, "/admin");
  expect([hub.status(), hub.headers().location]).toEqual([302, "/talent-admin"]);
  const page = await get(request, "/ADMIN/Job-Applications/?page=2");
  expect([page.status(), page.headers().location]).toEqual([302, "/job-applications?page=2"]);
  expect((await get(request, "/admin/nothing")).status()).toBe(404);
});

test("/admin refuses somebody without a role", async ({ request }) => {
  await signIn(request, "norole");
  expect((await get(request, "/admin")).status()).toBe(403);
});

test("a caller with invented cookies is signed out", async ({ request }) => {
  const response = await request.get("/blog-management", {
    maxRedirects: 0,
    headers: { Cookie: "__Host-at=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.; __Host-rt=a.1.b; signed-in=1" },
  });
  expect(response.status()).toBe(302);
  expect(response.headers().location).toBe("/auth?next=%2Fblog-management");
});

/**
 * Every route of the staff area, as the built Worker's router knows it: that it is guarded, and that the guard lets in
 * whom shared/permissions.ts lets in, whatever the method and whatever React Router makes of the address. A page that
 * is added later is covered by being there.
 */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import routesFile from "#app/routes.ts?raw";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { may, type Role, roles } from "#shared/permissions.ts";
import { buildSignInPath } from "#shared/accounts/sign-in-path.ts";
import { type Needs, readNeeds } from "#app/staff/guard.ts";
import { staffPages } from "#app/staff/staff-pages.ts";
import { isDeep } from "../../runs.ts";
import { builtRoutes, worker } from "../built-worker.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeAddress } from "../make-scope.ts";

const staffRoutes = builtRoutes.filter(({ id }) => id.startsWith("staff/"));

function listNeeds({ module }: (typeof builtRoutes)[number]): Needs[] {
  return (module.middleware ?? []).map((each) => readNeeds(each)).filter((needs) => needs !== undefined);
}

test("every module under app/staff that has an address has one guard of its own, and a loader that brings it about", () => {
  const files = [...routesFile.matchAll(/route\([^,]+, "(staff\/[^"]+)\.tsx?"/g)].map(([, id]) => id);
  expect(files.length).toBeGreaterThan(8);
  expect(staffRoutes.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
  for (const route of staffRoutes) {
    expect(listNeeds(route), `guards of ${route.id}`).toHaveLength(1);
    // A browser asks the server for nothing where there is no loader, and no guard would run.
    expect(route.hasLoader, `loader of ${route.id}`).toBe(true);
    expect((route.module.handle as RouteHandle | undefined)?.cache, `handle of ${route.id}`).toBe("private");
  }
});

test("every page of the navigation is a route, and asks for the permission that shows it there", () => {
  for (const { path, permission } of staffPages) {
    const route = staffRoutes.find((each) => `/${each.path}` === path);
    expect(route && listNeeds(route)[0]?.read, path).toBe(permission);
  }
});

const made = "0198f1de-0000-7000-8000-000000000000";
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const callers: readonly (readonly Role[] | null)[] = [null, [], ...roles.map((role) => [role])];

async function ask(path: string, method: string, cookie: string | null): Promise<Response> {
  const headers = new Headers({ "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin" });
  if (cookie) headers.set("Cookie", cookie);
  const init = { method, headers, redirect: "manual" as const };
  const request = new Request(
    `${env.SITE_ORIGIN}${path}`,
    method === "POST" ? { ...init, body: new URLSearchParams() } : init,
  );
  const ctx = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, ctx);
  await waitOnExecutionContext(ctx);
  return response;
}

/** What is to become of a request: not taken at all, sent to sign in, refused, or let in. */
function expectOutcome(
  held: readonly Role[] | null,
  method: string,
  { needs, takesPosts }: { needs: Needs; takesPosts: boolean },
) {
  const isRead = ["GET", "HEAD"].includes(method);
  if (!isRead && !(method === "POST" && takesPosts)) return "not taken";
  if (!held) return "signs in";
  const asked = isRead ? [needs.read] : [needs.read, needs.write];
  return asked.every((permission) => permission === null || may(held, permission)) ? "let in" : "refused";
}

async function readOutcome(response: Response, path: string): Promise<string> {
  if (response.status === 405) return "not taken";
  if (response.status === 403) return "refused";
  // In page data a redirect is a part of the answer.
  const to = response.status === 202 ? await response.text() : (response.headers.get("Location") ?? "");
  const [pathname = "", search = ""] = path.replace(/(\/_)?\.data/, "").split("?");
  if (to.includes(buildSignInPath({ pathname, search }))) return "signs in";
  return response.status < 500 ? "let in" : `answers ${response.status}`;
}

/** How a caller asks for a route in `npm test`: methods and places in its addresses; all of both in the deep tests. */
function listRequests(at: number, takesPosts: boolean): (readonly [method: string, place: number])[] {
  if (isDeep) return methods.flatMap((method) => [0, 1, 2].map((place) => [method, place] as const));
  // A stranger and the last role meet every method, and the addresses take turns. The others meet what a guard tells
  // apart, reading and writing, as data, which costs no rendering.
  if (at === 0 || at === callers.length - 1) return methods.map((method, turn) => [method, (at + turn) % 3] as const);
  return ["GET", ...(takesPosts ? ["POST"] : [])].map((method) => [method, 1] as const);
}

test("each route is reached by exactly those who have its permission, by every method", async () => {
  const cookies: (string | null)[] = [];
  for (const held of callers)
    cookies.push(held && writeCookies(await makeSession((await makeAccount({ roles: [...held] })).id)));
  for (const route of staffRoutes) {
    const [needs] = listNeeds(route);
    if (!needs) throw new Error("There is no guard");
    const takesPosts = (route.module.handle as { posts?: boolean }).posts === true;
    const path = `/${(route.path ?? "").replaceAll(/:[^/]+/g, made).replace("*", "made-up")}`;
    const addresses = [path, `${path}.data`, path.toUpperCase()];
    for (const [at, held] of callers.entries())
      for (const [method, place] of listRequests(at, takesPosts)) {
        const address = addresses[place] ?? "";
        const response = await ask(address, method, cookies[at] ?? null);
        const what = `${method} ${address} by ${held ? held.join() || "nobody's role" : "a stranger"}`;
        expect(response.headers.get("Cache-Control"), what).toBe("no-store");
        expect(await readOutcome(response, address), what).toBe(expectOutcome(held, method, { needs, takesPosts }));
      }
  }
});

test("who is refused reads so in the staff frame, with what is open to them, and where a file was asked for", async () => {
  const talent = writeCookies(await makeSession((await makeAccount({ roles: ["talent_admin"] })).id));
  for (const [path, method] of [
    ["/visitor-analytics", "GET"],
    [`/marketing-admin/inbox/${made}`, "GET"],
    [`/marketing-admin/inbox/${made}`, "POST"],
  ] as const) {
    const response = await ask(path, method, talent);
    const html = await response.text();
    expect([path, response.status]).toEqual([path, 403]);
    expect(html, path).toContain("<title>Access Denied");
    expect(html, path).toContain("You don&#x27;t have permission to access this page.");
    expect(html, path).toContain('href="/job-management"');
    expect(html, path).not.toContain('href="/visitor-analytics"');
  }
  expect((await ask("/marketing-admin/inbox.csv", "GET", talent)).status).toBe(403);
});

test("/admin leads to the first page, /admin/<page> to that page with its query, whatever the case", async () => {
  const cookieOf = async (held: Role[]) => writeCookies(await makeSession((await makeAccount({ roles: held })).id));
  const marketing = await cookieOf(["marketing_admin"]);
  const lead = async (path: string, cookie: string | null) => (await ask(path, "GET", cookie)).headers.get("Location");
  expect(await lead("/admin", marketing)).toBe("/marketing-admin");
  expect(await lead("/admin/", await cookieOf(["HR"]))).toBe("/talent-admin");
  expect(await lead("/admin/visitor-analytics?days=7", marketing)).toBe("/visitor-analytics?days=7");
  expect(await lead("/ADMIN/Blog-Management/", marketing)).toBe("/blog-management");
  expect((await ask("/admin", "GET", await cookieOf([]))).status).toBe(403);
  expect((await ask("/admin/nothing", "GET", marketing)).status).toBe(404);
  expect(await lead("/admin/nothing", null)).toBe("/admin/auth?next=%2Fadmin%2Fnothing");
});

test.for(["/ADMIN/x", "/Admin", "/%61dmin/x", "/%41DMIN"])("a stranger at %s signs in at /admin/auth", async (path) => {
  const response = await ask(path, "GET", null);
  expect(response.headers.get("Location")).toBe(`/admin/auth?next=${encodeURIComponent(path)}`);
});

import { env } from "cloudflare:workers";
import { redirect, RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { callerContext, identifyCaller } from "#worker/accounts/sessions/caller.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { replaceCalls } from "../faulty-bindings.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const url = new URL("/visitor-analytics", env.SITE_ORIGIN);

/** Runs the middleware for a request with `cookie` around a route that answers with `respond`. */
async function pass(cookie: string, respond: (context: RouterContextProvider) => Response, overrides?: Partial<Env>) {
  const context = new RouterContextProvider();
  context.set(requestScope, makeScope(overrides));
  const request = new Request(url, { headers: { Cookie: cookie } });
  const args = { request, url, context, params: {} } as unknown as Parameters<typeof identifyCaller>[0];
  const response = await identifyCaller(args, async () => respond(context));
  if (!response) throw new Error("The middleware answered nothing");
  return response;
}

/** The caller as the loader of a guarded route finds them. */
function enter(context: RouterContextProvider) {
  const [request, params] = [new Request(url), {}];
  const args = { request, url, context, params } as unknown as Parameters<typeof identifyCaller>[0];
  void requirePermission("analytics.read")(args, async () => new Response("page"));
  return context.get(staffContext);
}

test("a loader that no guard stands before finds nobody", async () => {
  const cookie = writeCookies(await makeSession((await makeAccount({ roles: ["super_admin"] })).id));
  await pass(cookie, (context) => {
    expect(() => context.get(staffContext)).toThrow();
    return new Response("page");
  });
  expect(() => enter(new RouterContextProvider())).toThrow();
});

/** D1 as it is, save that what matches `sql` fails. */
function breakQueries(sql: RegExp): D1Database {
  return replaceCalls(env.DB, {
    prepare(query) {
      if (sql.test(query)) throw new Error("D1 is away");
      return env.DB.prepare(query);
    },
  });
}

test("a renewed session's cookies travel on whatever the answer is, and no cache keeps it", async () => {
  const user = await makeAccount({ roles: ["marketing_admin"] });
  const { refreshToken } = await makeSession(user.id);
  for (const respond of [
    () => new Response("page"),
    () => redirect("/elsewhere"),
    () => new Response("", { status: 403 }),
  ]) {
    const response = await pass(writeCookies({ refreshToken }), respond);
    expect(response.headers.getSetCookie().join()).toContain("__Host-at=ey");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  }
});

test("a role that is taken away is gone with the next request", async () => {
  const user = await makeAccount({ roles: ["marketing_admin"] });
  const cookie = writeCookies(await makeSession(user.id));
  const open = (context: RouterContextProvider) => new Response(enter(context).user.email);
  expect(await (await pass(cookie, open)).text()).toBe(user.email);
  await env.DB.prepare("DELETE FROM account_roles WHERE account_id = ?").bind(user.id).run();
  await expect(pass(cookie, open)).rejects.toMatchObject({ init: { status: 403 } });
});

test("when roles cannot be read the caller is refused, and the session stays", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const user = await makeAccount({ roles: ["super_admin"] });
  const cookie = writeCookies(await makeSession(user.id));
  const response = await pass(
    cookie,
    (context) => {
      expect(() => enter(context)).toThrow();
      return new Response(context.get(callerContext).identity.kind);
    },
    { DB: breakQueries(/account_roles/) },
  );
  expect(await response.text()).toBe("signed-in");
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test("when it cannot be known who is calling the answer is 503 and nobody is signed out", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const user = await makeAccount({ roles: ["super_admin"] });
  const { refreshToken } = await makeSession(user.id);
  const attempt = pass(writeCookies({ refreshToken }), () => new Response("page"), { DB: breakQueries(/sessions/) });
  await expect(attempt).rejects.toMatchObject({ init: { status: 503 } });
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

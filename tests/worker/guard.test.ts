import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { loader as loadAdmin } from "#app/staff/admin.tsx";
import { requirePage, requireSignedIn } from "#app/staff/guard.ts";
import { homePathFor } from "#app/shared/home-path.ts";
import { type Role, type StaffPage, staffPages } from "#app/shared/permissions.ts";
import { callerContext } from "#worker/accounts/caller.ts";
import type { Identity } from "#worker/accounts/identity.ts";

const callers = {
  marketing: ["marketing_admin"],
  talent: ["talent_admin"],
  hr: ["HR"],
  norole: [],
  super: ["super_admin"],
} as const satisfies Record<string, readonly Role[]>;

/** SPEC.txt §6 and the two hubs, written out by hand so that it does not lean on the table under test. */
const opened: Record<StaffPage, (keyof typeof callers)[]> = {
  "/blog-management": ["marketing", "super"],
  "/job-management": ["marketing", "talent", "hr", "super"],
  "/job-applications": ["hr", "super"],
  "/visitor-analytics": ["marketing", "super"],
  "/user-management": ["marketing", "talent", "super"],
  "/embeddings-management": ["marketing", "super"],
  "/marketing-admin": ["marketing", "super"],
  "/marketing-admin/inbox": ["marketing", "super"],
  "/talent-admin": ["talent", "hr", "super"],
};

function makeContext(path: string, identity: Identity) {
  const context = new RouterContextProvider();
  context.set(callerContext, { identity, url: new URL(path, "http://localhost:8787") });
  return context;
}

function makeIdentity(roles: readonly Role[]): Identity {
  return {
    kind: "signed-in",
    user: { id: "u1", email: "someone@demo.example" },
    roles: [...roles],
    sessionId: "s1",
    expiresAt: 2_000_000_000,
    authTime: 1_900_000_000,
  };
}

function catchThrown(run: () => unknown): unknown {
  try {
    run();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("Nothing was thrown");
}

function readRedirect(thrown: unknown): string | null {
  if (!(thrown instanceof Response) || thrown.status !== 302) throw new Error("Not a redirect");
  return thrown.headers.get("Location");
}

test.for(staffPages)("%s admits exactly the callers whose roles open it", (page) => {
  for (const [name, roles] of Object.entries(callers) as [keyof typeof callers, readonly Role[]][]) {
    const context = makeContext(page, makeIdentity(roles));
    if (opened[page].includes(name)) expect(requirePage(context, page).roles, name).toEqual(roles);
    else
      expect(
        catchThrown(() => requirePage(context, page)),
        name,
      ).toMatchObject({ data: null, init: { status: 403 } });
  }
});

test("a signed-out caller is sent to sign in, with the way back", () => {
  const context = makeContext("/visitor-analytics?days=30", { kind: "signed-out" });
  const thrown = catchThrown(() => requirePage(context, "/visitor-analytics"));
  expect(readRedirect(thrown)).toBe("/auth?next=%2Fvisitor-analytics%3Fdays%3D30");
});

test.for(["/admin/blog-management", "/ADMIN/x", "/Admin", "/%61dmin/x", "/%41DMIN"])(
  "a signed-out caller of %s signs in at /admin/auth",
  (path) => {
    const thrown = catchThrown(() => requireSignedIn(makeContext(path, { kind: "signed-out" })));
    expect(readRedirect(thrown)).toBe(`/admin/auth?next=${encodeURIComponent(path)}`);
  },
);

test("a route outside the identifying middleware fails loudly instead of letting anybody in", () => {
  expect(() => requirePage(new RouterContextProvider(), "/blog-management")).toThrow();
});

function openAdmin(path: string, identity: Identity) {
  const [pathname] = path.split("?");
  const params = { "*": decodeURIComponent(pathname ?? "").replace(/^\/admin\/?/i, "") };
  const args = { context: makeContext(path, identity), params } as unknown as Parameters<typeof loadAdmin>[0];
  return catchThrown(() => loadAdmin(args));
}

test("/admin leads everybody to their first page", () => {
  expect(readRedirect(openAdmin("/admin", makeIdentity(["super_admin"])))).toBe("/marketing-admin");
  expect(readRedirect(openAdmin("/admin/", makeIdentity(["HR"])))).toBe("/talent-admin");
});

test("/admin refuses somebody without a role", () => {
  expect(openAdmin("/admin", makeIdentity([]))).toMatchObject({ init: { status: 403 } });
});

test("/admin/<page> leads to the page with its query, whatever the case", () => {
  const identity = makeIdentity(["marketing_admin"]);
  expect(readRedirect(openAdmin("/admin/visitor-analytics?days=7", identity))).toBe("/visitor-analytics?days=7");
  expect(readRedirect(openAdmin("/ADMIN/Blog-Management/", identity))).toBe("/blog-management");
});

test("/admin/<anything else> does not exist, and a signed-out caller does not learn so", () => {
  expect(openAdmin("/admin/nothing", makeIdentity(["super_admin"]))).toMatchObject({ init: { status: 404 } });
  expect(readRedirect(openAdmin("/admin/nothing", { kind: "signed-out" }))).toBe("/admin/auth?next=%2Fadmin%2Fnothing");
});

test("each role lands on its hub, and nobody's role lands on the home page", () => {
  expect(homePathFor(["marketing_admin"])).toBe("/marketing-admin");
  expect(homePathFor(["talent_admin"])).toBe("/talent-admin");
  expect(homePathFor(["HR"])).toBe("/talent-admin");
  expect(homePathFor(["super_admin"])).toBe("/marketing-admin");
  expect(homePathFor([])).toBe("/admin");
});

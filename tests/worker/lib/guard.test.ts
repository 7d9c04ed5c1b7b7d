/** Who may what, held against the specification, and where people arrive. */
import { expect, test } from "vitest";
import { chooseHomePath } from "#shared/accounts/home-path.ts";
import { may, type Role } from "#shared/permissions.ts";
import { staffPages } from "#app/staff/staff-pages.ts";

const callers = {
  marketing: ["marketing_admin"],
  talent: ["talent_admin"],
  hr: ["HR"],
  norole: [],
  super: ["super_admin"],
} as const satisfies Record<string, readonly Role[]>;

/** SPEC.txt §6 and further pages, written out by hand so that it does not lean on the map under test. */
const opened: Record<string, (keyof typeof callers)[]> = {
  "/blog-management": ["marketing", "super"],
  "/job-management": ["marketing", "talent", "hr", "super"],
  "/job-applications": ["hr", "super"],
  "/visitor-analytics": ["marketing", "super"],
  "/user-management": ["marketing", "talent", "super"],
  "/embeddings-management": ["marketing", "super"],
  "/marketing-admin": ["marketing", "super"],
  "/marketing-admin/inbox": ["marketing", "super"],
  "/failed-messages": ["marketing", "super"],
  "/privacy-requests": ["super"],
  "/operations": ["super"],
  "/talent-admin": ["talent", "hr", "super"],
};

test.for(Object.keys(opened))("%s is open to exactly those whom the specification names", (path) => {
  const page = staffPages.find((each) => each.path === path);
  if (!page) throw new Error(`No folder declares ${path}`);
  const open = Object.entries(callers).filter(([, roles]) => may(roles, page.permission));
  expect(open.map(([name]) => name).toSorted()).toEqual(opened[path]?.toSorted());
});

test("the header links people to the hubs that the specification names", () => {
  const shown = (roles: readonly Role[]) => [may(roles, "header.marketing"), may(roles, "header.talent")];
  expect(shown(["marketing_admin"])).toEqual([true, false]);
  expect(shown(["talent_admin"])).toEqual([false, true]);
  expect(shown(["HR"])).toEqual([false, false]);
  expect(shown(["super_admin"])).toEqual([true, true]);
  expect(shown([])).toEqual([false, false]);
});

test("no two pages share an address or a place in the navigation", () => {
  const count = (name: (page: (typeof staffPages)[number]) => string) => new Set(staffPages.map(name)).size;
  expect(count(({ path }) => path)).toBe(staffPages.length);
  expect(count(({ area, order }) => `${area} ${order}`)).toBe(staffPages.length);
});

test("each role lands on its hub, and nobody's role lands where they are told", () => {
  expect(chooseHomePath(["marketing_admin"])).toBe("/marketing-admin");
  expect(chooseHomePath(["talent_admin"])).toBe("/talent-admin");
  expect(chooseHomePath(["HR"])).toBe("/talent-admin");
  expect(chooseHomePath(["super_admin"])).toBe("/marketing-admin");
  expect(chooseHomePath([])).toBe("/admin");
});

import { brand } from "#app/content/brand.ts";
import { decodePath } from "#app/shared/decode-path.ts";
import { mayOpen, type Role, type StaffPage, staffPages } from "#app/shared/permissions.ts";

/** The name of each staff page, its purpose in one line, and its area in the navigation. */
export const pageNotes = {
  "/marketing-admin": { area: "Marketing", name: "Marketing Admin", line: "The pages of marketing work." },
  "/marketing-admin/inbox": {
    area: "Marketing",
    name: "Inbox",
    line: "Enquiries from the contact form, and how each one stands.",
  },
  "/blog-management": {
    area: "Marketing",
    name: "Blog management",
    line: "Articles for Insights. None can be written here yet.",
  },
  "/visitor-analytics": {
    area: "Marketing",
    name: "Visitor analytics",
    line: "Consent choices, and what consenting visitors read.",
  },
  "/embeddings-management": {
    area: "Marketing",
    name: "Embeddings management",
    line: "What the site search knows. There is no search yet.",
  },
  "/talent-admin": { area: "Talent", name: "Talent Admin", line: "The pages of hiring work." },
  "/job-management": {
    area: "Talent",
    name: "Job management",
    line: "Roles for Careers. None can be posted here yet.",
  },
  "/job-applications": {
    area: "Talent",
    name: "Job applications",
    line: "Applications for these roles. None can arrive yet.",
  },
  "/user-management": {
    area: "People",
    name: "User management",
    line: "Accounts, their roles and their status, to look up.",
  },
} as const satisfies Record<StaffPage, { area: string; name: string; line: string }>;

export type Area = (typeof pageNotes)[StaffPage]["area"];

/** The pages that `roles` may open, by area, in the order of the navigation. */
export function listAreas(roles: readonly Role[]): { area: Area; pages: StaffPage[] }[] {
  const open = (Object.keys(pageNotes) as StaffPage[]).filter((page) => mayOpen(page, roles));
  return (["Marketing", "Talent", "People"] as const)
    .map((area) => ({ area, pages: open.filter((page) => pageNotes[page].area === area) }))
    .filter(({ pages }) => pages.length > 0);
}

/** The staff page at `pathname`, matched like the router does: any case, decoded, with or without a trailing slash. */
export function findStaffPage(pathname: string): StaffPage | undefined {
  const path = decodePath(pathname).toLowerCase().replace(/\/+$/, "");
  return staffPages.find((page) => page === path);
}

/** The display name of a role: 'Marketing admin' for marketing_admin. */
export function formatRole(role: Role): string {
  const words = role.replace("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The `meta` of a staff page: its title, and `noindex`. */
export function buildPageMeta(page: StaffPage) {
  return [{ title: `${pageNotes[page].name} | ${brand.name} staff` }, { name: "robots", content: "noindex" }];
}

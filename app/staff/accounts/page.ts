// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/user-management",
  permission: "accounts.read",
  area: "People",
  order: 1,
  name: "User management",
  line: "Who may come in, with which roles, and from where.",
  icon: "staff-icon-users",
} satisfies StaffPage;

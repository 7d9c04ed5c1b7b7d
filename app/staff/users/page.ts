import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/user-management",
  permission: "users.read",
  area: "People",
  order: 1,
  name: "User management",
  line: "Accounts, their roles and their status, to look up.",
  icon: "staff-icon-users",
} satisfies StaffPage;

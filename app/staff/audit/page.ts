// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/audit-log",
  permission: "audit.read",
  area: "People",
  order: 3,
  name: "Audit log",
  line: "Who did what and when, and what looks unusual.",
  icon: "staff-icon-audit-log",
} satisfies StaffPage;

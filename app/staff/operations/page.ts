// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/operations",
  permission: "operations.manage",
  area: "People",
  order: 4,
  name: "Operations",
  line: "How the site runs: checks, jobs, queues, errors and alerts.",
  icon: "staff-icon-operations",
} satisfies StaffPage;

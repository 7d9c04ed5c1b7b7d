// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/job-management",
  permission: "openings.edit",
  area: "Talent",
  order: 2,
  name: "Job management",
  line: "Roles for Careers: written, opened and closed here.",
  icon: "staff-icon-jobs",
} satisfies StaffPage;

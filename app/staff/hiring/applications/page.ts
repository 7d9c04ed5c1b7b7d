// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/job-applications",
  permission: "applications.read",
  area: "Talent",
  order: 3,
  name: "Job applications",
  line: "Who has applied, in which stage, and what they sent.",
  icon: "staff-icon-applications",
} satisfies StaffPage;

import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/job-applications",
  permission: "applications.read",
  area: "Talent",
  order: 3,
  name: "Job applications",
  line: "Applications for these roles. None can arrive yet.",
  icon: "staff-icon-applications",
} satisfies StaffPage;

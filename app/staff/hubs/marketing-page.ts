import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/marketing-admin",
  permission: "marketing.hub",
  area: "Marketing",
  order: 1,
  name: "Marketing Admin",
  line: "The pages of marketing work.",
  icon: "staff-icon-marketing",
} satisfies StaffPage;

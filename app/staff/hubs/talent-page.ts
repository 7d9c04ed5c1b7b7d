import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/talent-admin",
  permission: "talent.hub",
  area: "Talent",
  order: 1,
  name: "Talent Admin",
  line: "The pages of hiring work.",
  icon: "staff-icon-talent",
} satisfies StaffPage;

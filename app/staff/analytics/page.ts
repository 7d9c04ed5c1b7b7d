import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/visitor-analytics",
  permission: "analytics.read",
  area: "Marketing",
  order: 5,
  name: "Visitor analytics",
  line: "Consent choices, and what consenting visitors read.",
  icon: "staff-icon-analytics",
} satisfies StaffPage;

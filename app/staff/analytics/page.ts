// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/visitor-analytics",
  permission: "analytics.read",
  area: "Marketing",
  order: 5,
  name: "Visitor analytics",
  line: "Who comes, from where, and what they do: of visitors who accepted.",
  icon: "staff-icon-analytics",
} satisfies StaffPage;

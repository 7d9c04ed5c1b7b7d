// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/blog-management",
  permission: "insights.edit",
  area: "Marketing",
  order: 3,
  name: "Blog management",
  line: "Articles for Insights: drafts, what is scheduled, what readers see.",
  icon: "staff-icon-blog",
} satisfies StaffPage;

// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/blog-management/media",
  permission: "insights.edit",
  area: "Marketing",
  order: 4,
  name: "Media library",
  line: "Pictures and PDFs for articles, and where each one is used.",
  icon: "staff-icon-media",
} satisfies StaffPage;

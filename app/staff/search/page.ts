// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/embeddings-management",
  permission: "search.manage",
  area: "Marketing",
  order: 7,
  name: "Embeddings",
  line: "What the site search knows, how well it finds, and how to improve it.",
  icon: "staff-icon-embeddings",
} satisfies StaffPage;

import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/embeddings-management",
  permission: "search.manage",
  area: "Marketing",
  order: 7,
  name: "Embeddings",
  line: "What the site search knows. There is no search yet.",
  icon: "staff-icon-embeddings",
} satisfies StaffPage;

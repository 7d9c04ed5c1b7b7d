// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/privacy-requests",
  permission: "privacy.erase",
  area: "People",
  order: 2,
  name: "Privacy requests",
  line: "What is held of a person, to tell them or to erase it.",
  icon: "staff-icon-privacy-requests",
} satisfies StaffPage;

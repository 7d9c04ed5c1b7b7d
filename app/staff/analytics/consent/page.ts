// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/visitor-analytics/consent",
  permission: "analytics.read",
  area: "Marketing",
  order: 6,
  name: "Consent",
  line: "How many accept cookies, under which wording, and the proof of each choice.",
  icon: "staff-icon-consent",
} satisfies StaffPage;

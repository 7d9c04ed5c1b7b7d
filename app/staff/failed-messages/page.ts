// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/failed-messages",
  permission: "failed-messages.handle",
  area: "Marketing",
  order: 8,
  name: "Failed messages",
  line: "Background work that failed at every try, to send again.",
  icon: "staff-icon-failed-messages",
} satisfies StaffPage;

// Bundle: staff-pages
import type { StaffPage } from "#app/staff/staff-page.ts";

export const page = {
  path: "/marketing-admin/inbox",
  permission: "enquiries.read",
  area: "Marketing",
  order: 2,
  name: "Inbox",
  line: "Enquiries from the contact form, and how each one stands.",
  icon: "staff-icon-inbox",
} satisfies StaffPage;

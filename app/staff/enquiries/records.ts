import { foundAtMost, type RecordSource } from "#app/staff/palette/record-source.ts";
import { findEnquiries } from "#worker/enquiries/find-enquiries.ts";
import { statusNames } from "./names.ts";
import { page } from "./page.ts";

export const recordSource = {
  name: "Enquiries",
  order: 3,
  permission: page.permission,
  find: async (db, words) =>
    (await findEnquiries(db, { words, limit: foundAtMost })).map(({ id, name, company, subject, status }) => ({
      to: `${page.path}/${id}`,
      name: subject,
      note: [company || name, statusNames[status]].join(", "),
    })),
} satisfies RecordSource;

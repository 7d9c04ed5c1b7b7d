import { schedules } from "#worker/lib/schedules.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { terms } from "#worker/lib/terms.ts";
import { isAddressHeld } from "#worker/privacy/held-rows.ts";
import { readNew } from "./list-enquiries.ts";
import { isFrom, selectEnquiriesOf, selectNotesAbout } from "./person-data.ts";
import { writeDigests } from "./write-digests.ts";

export const subject = {
  tables: ["enquiries", "enquiry_notes"],
  jobs: [{ name: "tell of enquiries without a mail of their own", schedule: schedules.hourly, run: writeDigests }],
  retention: [
    {
      // Notes and mails go with their enquiry.
      table: "enquiries",
      key: ["id"],
      since: "updated_at",
      unless: isAddressHeld("enquiries.email"),
      term: terms.enquiries,
      keeps: "Enquiries from the contact form, with notes of our staff",
      after: "after the last change, or until you withdraw",
      why: "Consent given by the tick, Article 6(1)(a), and steps before a contract, 6(1)(b); for the signs of spam our interest in a usable inbox, 6(1)(f)",
    },
    {
      table: "enquiries",
      key: ["id"],
      since: "received_at",
      where: "network_hash is not null",
      blank: { network_hash: null },
      term: { days: 1 },
      keeps: "Keyed hash of the network of an enquiry, for limits",
      after: "after it arrived",
      why: "Interest in a usable inbox, Article 6(1)(f)",
    },
  ],
  erase: { person: async (db, email) => [db.deleteFrom("enquiries").where(isFrom(email))] },
  personData: [
    { name: "Enquiries", select: selectEnquiriesOf },
    { name: "Notes of staff about enquiries", select: selectNotesAbout, isFromStaff: true },
  ],
  waiting: { "/marketing-admin/inbox": async (db) => (await readNew(db)).inbox },
  mails: ["enquiry-owner", "enquiry-sender", "enquiry-digest", "enquiry-given"],
  auditActions: [
    "enquiry.read",
    "enquiry.changed",
    "enquiry.marked_spam",
    "enquiry.cleared_of_spam",
    "enquiry.erased",
    "enquiry.exported",
    "enquiry.seeded",
    "mail.sent_again",
  ],
} as const satisfies Subject;

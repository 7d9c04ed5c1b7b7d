import { nameColleague } from "#app/shared/name-colleague.ts";
import { nameReference } from "#app/shared/reference.ts";
import type { ReadEnquiry } from "#worker/contact/read-enquiry.ts";
import { nameTopic } from "./describe-enquiries.ts";
import { describeInstant } from "#app/ui/local-time.tsx";
import { nameMail, nameReasons, nobody } from "./names.ts";

export type EnquiryView = ReturnType<typeof describeEnquiry>;

/** One enquiry as `reader` sees it; dates become text on the server, as on every staff page. */
export function describeEnquiry(found: ReadEnquiry, { reader, locale }: { reader: string; locale: string }) {
  const { enquiry, notes, mails } = found;
  const { id, name, email, company, subject, message, job, folder, status, version } = enquiry;
  return {
    id,
    name,
    email,
    company,
    subject,
    message,
    job,
    folder,
    status,
    version,
    reference: nameReference(id),
    isHeld: enquiry.held_for !== null,
    isDigested: enquiry.digest_id !== null,
    isConfirmed: mails.some(({ kind }) => kind === "enquiry-sender"),
    isDemo: enquiry.is_demo === 1,
    topic: nameTopic(enquiry.topic),
    received: describeInstant(enquiry.received_at, locale),
    changed: describeInstant(enquiry.updated_at, locale),
    reasons: nameReasons(enquiry.spam_reasons),
    owner: enquiry.owner_id ?? nobody,
    owners: listOwners(found, reader),
    notes: notes.map(({ id, note, author, author_name, written_at }) => ({
      id,
      note,
      author: author === null ? "A former account" : nameColleague({ name: author_name, email: author }),
      written: describeInstant(written_at, locale),
    })),
    mails: mails.map(({ id, kind, recipient, state, attempts, due_at, sent_at, last_error }) => ({
      id,
      recipient,
      state,
      attempts,
      name: nameMail(kind),
      error: last_error,
      sent: sent_at === null ? null : describeInstant(sent_at, locale),
      due: state === "waiting" ? describeInstant(due_at, locale) : null,
    })),
  };
}

/** The reader first; an owner who has lost the role since stays to be seen. */
function listOwners({ enquiry, owners }: Pick<ReadEnquiry, "enquiry" | "owners">, reader: string) {
  const others = owners
    .filter(({ id }) => id !== reader)
    .map((owner) => ({ value: owner.id as string, name: nameColleague(owner) }));
  const isFormer = enquiry.owner_id !== null && !owners.some(({ id }) => id === enquiry.owner_id);
  const formerName = nameColleague({ name: enquiry.owner_name, email: enquiry.owner ?? "" });
  const former = { value: enquiry.owner_id ?? "", name: `${formerName}, may no longer open the inbox` };
  return [{ value: nobody, name: "Nobody" }, { value: reader, name: "Me" }, ...others, ...(isFormer ? [former] : [])];
}

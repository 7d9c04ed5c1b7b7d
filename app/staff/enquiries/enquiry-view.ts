import { formatColleague } from "#shared/accounts/format-colleague.ts";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import type { ReadEnquiry } from "#worker/enquiries/read-enquiry.ts";
import { showAddress } from "#worker/lib/text/show-address.ts";
import { getTopicName } from "./to-enquiry-rows.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import { formatMailKind, formatReasons, nobody } from "./names.ts";

export type EnquiryView = ReturnType<typeof toEnquiryView>;

/** The data of the page of one enquiry, for `reader`. Dates become text on the server, as on every staff page. */
export function toEnquiryView(found: ReadEnquiry, { reader, locale }: { reader: string; locale: string }) {
  const { enquiry, notes, mails } = found;
  const { id, name, email, company, subject, message, opening: job, folder, status, version } = enquiry;
  return {
    id,
    name,
    email: showAddress(email),
    company,
    subject,
    message,
    job,
    folder,
    status,
    version,
    reference: formatReference(id),
    isHeld: enquiry.held_for !== null,
    isDigested: enquiry.digest_id !== null,
    isConfirmed: mails.some(({ kind }) => kind === "enquiry-sender"),
    isDemo: enquiry.is_demo === 1,
    topic: getTopicName(enquiry.topic),
    received: toInstant(enquiry.received_at, locale),
    changed: toInstant(enquiry.updated_at, locale),
    reasons: formatReasons(enquiry.spam_reasons),
    owner: enquiry.owner_id ?? nobody,
    owners: listOwners(found, reader),
    notes: notes.map(({ id, note, author, author_name, written_at }) => ({
      id,
      note,
      author: formatColleague({ name: author_name, email: author }),
      written: toInstant(written_at, locale),
    })),
    mails: mails.map(({ id, kind, recipient, state, attempts, due_at, sent_at, withdrawn_at, last_error }) => ({
      id,
      recipient,
      state: withdrawn_at === null || state === "sent" ? state : ("withdrawn" as const),
      attempts,
      name: formatMailKind(kind),
      error: last_error,
      sent: sent_at === null ? null : toInstant(sent_at, locale),
      due: state === "waiting" && withdrawn_at === null ? toInstant(due_at, locale) : null,
    })),
  };
}

/** The reader first. An owner who no longer has the role stays in the list. */
function listOwners({ enquiry, owners }: Pick<ReadEnquiry, "enquiry" | "owners">, reader: string) {
  const others = owners
    .filter(({ id }) => id !== reader)
    .map((owner) => ({ value: owner.id as string, name: formatColleague(owner) }));
  const isFormer = enquiry.owner_id !== null && !owners.some(({ id }) => id === enquiry.owner_id);
  const formerName = formatColleague({ name: enquiry.owner_name, email: enquiry.owner ?? "" });
  const former = { value: enquiry.owner_id ?? "", name: `${formerName}, may no longer open the inbox` };
  return [{ value: nobody, name: "Nobody" }, { value: reader, name: "Me" }, ...others, ...(isFormer ? [former] : [])];
}

/** SQL conditions: which rows a legal hold keeps. For the rules of retention and for erasures (docs/decisions/056). */

/** A row of `applications` is held by its id, by its address, or by the address of anybody merged with its candidate. */
export const isApplicationHeld = `(exists (select 1 from legal_holds
    where released_at is null and application_id = applications.id)
  or exists (select 1 from legal_holds where released_at is null and legal_holds.email = applications.email)
  or exists (select 1 from candidates as kin cross join legal_holds as held on held.email = kin.email
    where (kin.id = applications.candidate_id or kin.merged_into = applications.candidate_id)
      and held.released_at is null))`;

/** The address in `column`, such as "enquiries.email". */
export function isAddressHeld(column: string): string {
  return `exists (select 1 from legal_holds where released_at is null and legal_holds.email = ${column})`;
}

/** The mail in the row of `outbox`: with a person who is held, or about an application that is held, also to colleagues. */
export const isMailHeld = `(${isAddressHeld("outbox.recipient")} or ${isAddressHeld("outbox.reply_to")}
  or exists (select 1 from applications where applications.id = outbox.subject_id and ${isApplicationHeld}))`;

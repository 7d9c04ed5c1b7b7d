import type { z } from "zod";
import { email as emailSchema } from "#shared/accounts/account-fields.ts";
import type { inviteSchema } from "#shared/accounts/invite.ts";
import { countThings } from "#app/staff-kit/count.ts";
import type { Manager } from "#worker/accounts/managing/manage.ts";
import { planInvites, type SentInvite, sendInvites } from "#worker/accounts/managing/plan-invites.ts";
import type { Db } from "#worker/db/client.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

interface Asked {
  asked: z.output<typeof inviteSchema>;
  manager: Manager;
}

/** What came of a form or file that invites people. */
export interface InviteResult {
  /** A sentence; null when nobody was invited. */
  done: string | null;
  sent: SentInvite[];
}

/**
 * Invites everybody whom a form names; who has an account gets the roles at once.
 * @throws {InvalidInputError} when one of the addresses is none: nobody is invited then
 */
export async function invitePeople(db: Db, { asked, manager }: Asked, scope: RequestScope): Promise<InviteResult> {
  const { emails, role, note } = asked;
  const parsed = emails.map((text) => ({ text, email: emailSchema.safeParse(text).data }));
  const wrong = parsed.filter(({ email }) => email === undefined);
  if (wrong.length > 0)
    throw new InvalidInputError({ emails: [`No e-mail address: ${wrong.map(({ text }) => text).join(", ")}.`] });
  // Two spellings of a domain are one address.
  const found = new Set(parsed.flatMap(({ email }) => (email === undefined ? [] : [email])));
  const people = Array.from(found, (email) => ({ email, roles: role, note }));
  const planned = await planInvites(db, { asked: people, manager });
  return sumUp(await sendInvites(db, { planned, manager }, scope));
}

/** What came of invitations, with its sentence. */
export function sumUp(sent: SentInvite[]): InviteResult {
  const count = (kind: SentInvite["kind"]) => sent.filter((each) => each.kind === kind).length;
  const invited = count("invite") === 0 ? null : `${countThings(count("invite"), "invite")} on the way.`;
  const granted = count("grant") === 0 ? null : `${countThings(count("grant"), "account")} got the roles at once.`;
  return { done: [invited, granted].filter(Boolean).join(" ") || null, sent };
}

import { type RawBuilder, sql } from "kysely";
import type { Role } from "#shared/permissions.ts";
import type { InviteId, LinkPurpose, AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { MailSite, MailText } from "#worker/email/layout.ts";
import { planMail } from "#worker/email/outbox.ts";
import { newId } from "#worker/lib/ids.ts";
import type { MailKind } from "#worker/subjects.ts";
import { writeInviteMail } from "../mail-templates.ts";
import { planLink } from "./one-time-links.ts";

/** The pages that links lead to, and the kinds of their mails. */
const links = {
  invite: { path: "/auth/invite", kind: "invite" },
  password_reset: { path: "/auth/reset", kind: "password-reset" },
  email_verification: { path: "/auth/verify", kind: "email-verification" },
  email_change: { path: "/auth/email", kind: "email-change" },
} as const satisfies Record<LinkPurpose, { path: string; kind: MailKind }>;

interface LinkMail {
  purpose: LinkPurpose;
  /** Whom the mail goes to, and whose address the link proves. */
  email: string;
  user?: AccountId;
  /** Id of what the link is about, such as an invitation. `withdrawMails` finds the mail by it. */
  subject?: string;
  /** Where the page leads afterwards: a path of this site; never a secret. */
  next?: string | null;
  site: MailSite;
  write: (mail: { site: MailSite; url: string }) => MailText;
  /** Mail and link are stored only if this is true at that point of the batch. */
  condition?: RawBuilder<boolean>;
}

/**
 * The queries that store a link for one use and the mail that carries it, for one `runBatch`. The mail's text is blanked
 * once it is sent, and when the link is over.
 */
export async function planLinkMail(db: Db, mail: LinkMail) {
  const { purpose, email, user, subject, next = null, site, write, condition = sql<boolean>`true` } = mail;
  const { path, kind } = links[purpose];
  const link = await planLink(db, { purpose, email, user: user ?? null, subject: subject ?? null, condition });
  const planned = planMail(db, {
    // In the query the token stays out of the logs: app/auth/read-link-token.ts.
    ...write({
      site,
      url: `${site.origin}${path}/-?${new URLSearchParams({ link: link.token, ...(next && { next }) })}`,
    }),
    dedupeKey: `${kind}:${newId()}`,
    kind,
    recipient: email,
    ...(subject !== undefined && { subjectId: subject }),
    isSecret: true,
    purgeAt: link.expiresAt,
    condition,
  });
  return { id: planned.id, expiresAt: link.expiresAt, queries: [planned.query, ...link.queries] };
}

interface Invitation {
  id: InviteId;
  email: string;
  roles: readonly Role[];
  note: string;
}

/** The mail of an invitation with its link, as `planLinkMail`. `inviter`: name or address of who invites. */
export function planInviteMail(
  db: Db,
  { invite, inviter, site }: { invite: Invitation; inviter: string | null; site: MailSite },
) {
  const { id, email, roles, note } = invite;
  const write = (mail: { site: MailSite; url: string }) => writeInviteMail({ ...mail, inviter, roles, note });
  return planLinkMail(db, { purpose: "invite", email, subject: id, site, write });
}

import { sql } from "kysely";
import { isRole, type Role } from "#shared/permissions.ts";
import type { Db } from "#worker/db/client.ts";
import type { MailState } from "#worker/db/email-tables.ts";

/** Invitations that the page shows at most, the newest first. */
const invitesShown = 100;

export type PendingInvite = Awaited<ReturnType<ReturnType<typeof selectPendingInvites>["execute"]>>[number];

/** The query of the invitations that nobody has accepted or withdrawn; `everything` counts them all. */
export function selectPendingInvites(db: Db) {
  return db
    .selectFrom("invites")
    .leftJoin("accounts as inviter", "inviter.id", "invites.invited_by")
    .select([
      "invites.id",
      "invites.email",
      "invites.roles",
      "invites.sent_at",
      "invites.expires_at",
      "invites.version",
      "inviter.name as inviter_name",
      "inviter.email as inviter_email",
      sql<number>`count(*) over ()`.as("everything"),
      sql<MailState | "withdrawn" | null>`(
        select case when withdrawn_at is not null and state <> 'sent' then 'withdrawn' else state end
        from outbox where outbox.subject_id = invites.id order by outbox.created_at desc, outbox.id desc limit 1)`.as(
        "mail",
      ),
    ])
    .where("invites.accepted_at", "is", null)
    .where("invites.withdrawn_at", "is", null)
    .orderBy("invites.id", "desc")
    .limit(invitesShown);
}

/** The roles of an invitation, as its row holds them. */
export function readInviteRoles(json: string): Role[] {
  return (JSON.parse(json) as string[]).filter(isRole);
}

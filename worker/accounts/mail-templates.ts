import { formatRole } from "#app/shared/format-role.ts";
import type { Role } from "#app/shared/permissions.ts";
import { layOutMail, type MailText } from "../email/layout.ts";

interface InviteMail {
  link: string;
  inviterName: string;
  roles: readonly Role[];
  /** A personal line of the inviter; "" for none. */
  note: string;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Origin of the site. */
  origin: string;
}

/** To somebody who is invited to the staff area. */
export function writeInviteMail({ link, inviterName, roles, note, expiresAt, origin }: InviteMail): MailText {
  const until = `${new Date(expiresAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return layOutMail(
    { name: "Staff area", origin },
    {
      subject: "You are invited to the staff area",
      title: "You are invited to the staff area",
      facts: [
        ["From", inviterName],
        ["Roles", roles.map(formatRole).join(", ")],
        ["Until", until],
      ],
      paragraphs: note === "" ? [] : [note],
      isQuoted: true,
      link: { url: link, name: "Accept the invitation" },
      after: "The link works once.",
    },
  );
}

/** The mails about accounts. Nothing that a stranger typed is in them, except the note of an invitation by a colleague. */
import { formatRole } from "#shared/accounts/format-role.ts";
import type { Role } from "#shared/permissions.ts";
import type { LinkPurpose } from "../db/accounts-tables.ts";
import { layOutMail, type MailSite, type MailText } from "../email/layout.ts";
import { formatSeconds } from "../lib/terms.ts";
import { linkLives } from "./links/one-time-links.ts";

interface LinkMail {
  site: MailSite;
  /** The link, with its token. */
  url: string;
}

interface InviteMail extends LinkMail {
  /** Name or address of who invites; null when that account is gone. */
  inviter: string | null;
  roles: readonly Role[];
  /** A personal line, or "". */
  note: string;
}

/** To somebody who is invited. The note is marked as a quotation, so that it cannot look like ours. */
export function writeInviteMail({ site, url, inviter, roles, note }: InviteMail): MailText {
  return layOutMail(site, {
    subject: `Your invitation to ${site.name}`,
    title: `${inviter ?? "A colleague"} invites you to ${site.name}`,
    facts: [["Roles", roles.map(formatRole).join(", ") || "None yet"]],
    paragraphs: note === "" ? ["With an account you can work on the staff pages of the site."] : [note],
    isQuoted: note !== "",
    link: { url, name: "Accept the invitation" },
    after: `${tellLife("invite")} If you do not know who invites you, do nothing.`,
  });
}

/** To the address of an account whose password is forgotten. */
export function writeResetMail({ site, url }: LinkMail): MailText {
  return layOutMail(site, {
    subject: `A new password for ${site.name}`,
    title: "Choose a new password",
    paragraphs: [
      "Somebody, probably you, asked for a new password. Choosing one ends every session of your account.",
      "If it was not you, do nothing: the password stays as it is.",
    ],
    link: { url, name: "Choose a new password" },
    after: tellLife("password_reset"),
  });
}

/** To an address that somebody signed up with. */
export function writeVerificationMail({ site, url }: LinkMail): MailText {
  return layOutMail(site, {
    subject: `Confirm your address for ${site.name}`,
    title: "Confirm your e-mail address",
    paragraphs: [
      "Somebody, probably you, made an account with this address. It opens once you confirm that the address is yours.",
      "If it was not you, do nothing: the account is deleted after a week.",
    ],
    link: { url, name: "Confirm the address" },
    after: tellLife("email_verification"),
  });
}

/** To the address of an account, when somebody signs up with it again or wants to move another account to it. */
export function writeAccountExistsMail(site: MailSite): MailText {
  return layOutMail(site, {
    subject: `You already have an account at ${site.name}`,
    title: "You already have an account",
    paragraphs: [
      "Somebody, probably you, wanted to use this address for an account. It has one already, and nothing has changed.",
      "If it was not you, do nothing.",
      `If you do not know the password any longer, ask for a new one at ${site.origin}/auth/forgot.`,
    ],
    link: { url: `${site.origin}/auth`, name: "Sign in" },
    after: "",
  });
}

/** To the owner of an account whose password has just changed. */
export function writePasswordChangedMail(site: MailSite): MailText {
  return layOutMail(site, {
    subject: `Your password at ${site.name} was changed`,
    title: "Your password was changed",
    paragraphs: [
      "The password of your account is new since a moment ago, and all other sessions have ended.",
      "If it was not you, choose a new password now and tell an administrator.",
    ],
    link: { url: `${site.origin}/auth/forgot`, name: "It was not me: choose a new password" },
    after: "",
  });
}

/** To the address that an account is to have. */
export function writeEmailChangeMail({ site, url }: LinkMail): MailText {
  return layOutMail(site, {
    subject: `Confirm your new address for ${site.name}`,
    title: "Confirm your new e-mail address",
    paragraphs: [
      "Somebody wants to use this address for their account. If it was you, confirm it; until then nothing changes.",
      "The link asks you to sign in with the address that your account has until now.",
      "If it was not you, do nothing.",
    ],
    link: { url, name: "Confirm the new address" },
    after: tellLife("email_change"),
  });
}

/** To the address that an account has, when another is asked for. */
export function writeEmailChangeNotice(site: MailSite): MailText {
  return layOutMail(site, {
    subject: `Your account at ${site.name} may get another address`,
    title: "Another e-mail address was asked for",
    paragraphs: [
      "From a session of your account, somebody asked to replace this address. It happens once they open a link at the new one and are signed in to your account.",
      "If it was not you, choose a new password now: that ends every session and the change with it.",
    ],
    link: { url: `${site.origin}/auth/forgot`, name: "It was not me: choose a new password" },
    after: "",
  });
}

/** To both addresses of an account, once the new one has replaced the old one. */
export function writeEmailChangedMail(site: MailSite): MailText {
  return layOutMail(site, {
    subject: `Your address at ${site.name} was changed`,
    title: "Your e-mail address was changed",
    paragraphs: [
      "You sign in with the new address from now on. Your password is the same, and other sessions have ended.",
      "If it was not you, tell an administrator at once.",
    ],
    link: { url: `${site.origin}/auth`, name: "Sign in" },
    after: "",
  });
}

function tellLife(purpose: LinkPurpose): string {
  return `The link works once, for ${formatSeconds(linkLives[purpose] / 1000)}.`;
}

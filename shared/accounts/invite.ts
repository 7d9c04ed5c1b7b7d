import { z } from "zod";
import { roles } from "#shared/permissions.ts";

/** Addresses that one form may invite. */
export const invitedAtOnce = 20;

/** Longest personal line of an invitation, in UTF-16 code units as `maxlength` counts them. */
export const longestInviteNote = 500;

/** Control characters except tab and line feed. SQLite takes the first NUL for the end of a text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

export const inviteNoteSchema = z
  .string()
  .transform((text) => text.replaceAll("\r\n", "\n").replace(unprintable, "").trim())
  .pipe(z.string().max(longestInviteNote, "Keep the note within 500 characters."));

const list = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

/** The form that invites people: addresses by commas, blanks or lines, roles and a note. */
export const inviteSchema = z.object({
  emails: z
    .string("Enter an e-mail address.")
    .transform(splitAddresses)
    .pipe(
      z
        .array(z.string())
        .min(1, "Enter an e-mail address.")
        .max(invitedAtOnce, `Invite at most ${invitedAtOnce} people at once, or many from a file.`),
    ),
  role: list
    .pipe(z.array(z.enum(roles)).min(1))
    .catch([])
    .pipe(z.array(z.enum(roles)).min(1, "Choose a role.")),
  note: inviteNoteSchema,
});

/** An address that was copied from a mail: "Lind, Mara" <mara@example.com>. */
const named = /<([^<>\s]{3,254})>/;

/** The addresses in a text, each once, as they were typed. */
export function splitAddresses(text: string): string[] {
  const parts = text
    .split(named)
    // With a group, split() puts what it matched at the odd places. The last part is before no address.
    .map((part, at, all) => (at % 2 === 1 || at === all.length - 1 ? part : dropName(part)))
    .join(" ")
    .split(/[\s,;]+/)
    .filter(Boolean);
  const seen = new Map(parts.map((part) => [part.toLowerCase(), part]));
  return [...seen.values()];
}

/** A text without the name at its end: in quotation marks, or back to the address or the sign before it. Names have commas. */
function dropName(text: string): string {
  const before = text.trimEnd();
  const quote = before.at(-1) ?? "";
  const open = /^["']$/.test(quote) ? before.slice(0, -1).lastIndexOf(quote) : -1;
  if (open !== -1) return text.slice(0, open);
  const [typed = ""] = /^[^]*@[^\s,;<>]*/.exec(text) ?? [];
  return text.slice(0, Math.max(typed.length, ...[..."\n;<>"].map((sign) => text.lastIndexOf(sign) + 1)));
}

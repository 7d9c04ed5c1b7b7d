import { z } from "zod";
import { applicationLimits as limits, mostLinks } from "./application-fields.ts";
import { cleanLine } from "#shared/text/clean-line.ts";
import { enquirySchema } from "#shared/enquiries/enquiry.ts";

/** Control characters but for tab and line feed: nobody sees them, and some programs take NUL for the end of a text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unprintableInText = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

const line = (longest: number, tooLong: string) =>
  z
    .string()
    .default("")
    .transform((text) => cleanLine(text))
    .pipe(z.string().max(longest, tooLong));

const lines = (longest: number, tooLong: string) =>
  z
    .string()
    .default("")
    .transform((text) => text.replace(/\r\n?/g, "\n").replace(unprintableInText, "").trim())
    .pipe(z.string().max(longest, tooLong));

/** What leaves out the beginning of a web address gets one. Null for what is no web address. */
function readLink(text: string): string | null {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes(".")) return null;
  return url.username || url.href.length > limits.link ? null : url.href;
}

const links = lines(limits.links, "These are too many links. Leave out some.").transform((text, context) => {
  const words = text.split(/[\s,]+/).filter(Boolean);
  if (words.length > mostLinks) context.addIssue(`Give at most ${mostLinks} links.`);
  return words.map((word) => {
    const link = readLink(word);
    if (link === null) context.addIssue(`“${cleanLine(word, 60)}” is no web address, such as https://example.com/me.`);
    return link ?? word;
  });
});

/** The fields of every application, before the questions of its job. Salaries are not asked. */
export const applicationSchema = z.object({
  name: line(limits.name, "Use at most 120 characters for your name.").pipe(z.string().min(1, "Enter your name.")),
  email: enquirySchema.shape.email,
  // In any script and notation: nobody may fail to apply because of a number.
  phone: line(limits.phone, "Use at most 40 characters for the telephone number."),
  place: line(limits.place, "Use at most 120 characters for the place."),
  links,
  coverNote: lines(limits.coverNote, "Keep the note within 8,000 characters."),
  resumeText: lines(limits.resumeText, "Keep the text of the CV within 40,000 characters."),
  consent: z.literal("on", "Tick the box, so that we may store your application. We cannot read it otherwise."),
  /** Also for other roles. */
  keep: z.literal("on").optional(),
});

export type ApplicationForm = z.output<typeof applicationSchema>;

/** A tag such as that of a job board, from an address: small letters, digits, dots and hyphens; "" for anything else. */
export function cleanSource(text: string | null | undefined): string {
  const tag = (text ?? "").trim().toLowerCase();
  return tag.length <= limits.source && /^[a-z0-9][\w.-]*$/.test(tag) ? tag : "";
}

/** The host of an address, or "" for none. */
export function cleanReferrer(text: string | null | undefined): string {
  const host = (text ?? "").trim().toLowerCase();
  return host.length <= limits.referrer && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) ? host : "";
}

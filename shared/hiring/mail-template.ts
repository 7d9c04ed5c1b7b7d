import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { findUnknown, hasVariable } from "./mail-variables.ts";

/** What a mail to a candidate is for. */
export const mailTemplateKinds = {
  general: "General",
  invitation: "Invitation",
  offer: "Offer",
  rejection: "Rejection",
} as const;

export type MailTemplateKind = keyof typeof mailTemplateKinds;

export const longestTemplateName = 80;
/** In UTF-16 code units, as `maxlength` counts them. */
export const longestMailSubject = 150;
export const longestMailBody = 5000;

/** Control characters except tab and line feed. SQLite takes the first NUL for the end of a text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** Lines as a form sends them, with the line breaks of the database. */
export function cleanText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(unprintable, "").trim().toWellFormed();
}

const knownVariables = (text: string, { addIssue }: { addIssue: (message: string) => void }) => {
  const [unknown] = findUnknown(text);
  if (unknown !== undefined)
    addIssue(`{${unknown}} is no variable. Choose one of the menu, or write it without braces.`);
};

/** What is typed into the subject and the text of a mail, in a template and in a mail alike. */
export const mailTextFields = {
  subject: z
    .string("Write the subject.")
    .transform((text) => cleanLine(text).toWellFormed())
    .pipe(
      z
        .string()
        .min(1, "Write the subject.")
        .max(longestMailSubject, `A subject has at most ${longestMailSubject} characters.`)
        .superRefine(knownVariables)
        .refine((text) => !hasVariable(text, "private link"), "A private link may stand in the text alone."),
    ),
  body: z
    .string("Write the text.")
    .transform(cleanText)
    .pipe(
      z
        .string()
        .min(1, "Write the text.")
        .max(longestMailBody, "Keep the text within 5,000 characters.")
        .superRefine(knownVariables),
    ),
};

export const mailTemplateSchema = z.object({
  name: z
    .string("Name the template.")
    .transform((text) => cleanLine(text).toWellFormed())
    .pipe(z.string().min(1, "Name the template.").max(longestTemplateName, "A name has at most 80 characters.")),
  kind: z.enum(Object.keys(mailTemplateKinds) as [MailTemplateKind], "Choose what it is for."),
  ...mailTextFields,
});

export type MailTemplateInput = z.output<typeof mailTemplateSchema>;

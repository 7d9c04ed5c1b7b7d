import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { emailField } from "#shared/text/email-address.ts";
import { enquiryLimits, shortestMessage } from "./enquiry-fields.ts";

/** Control characters but for tab and line feed: nobody sees them, and some programs take NUL for the end of a text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unprintableInText = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

const line = (longest: number, tooLong: string) =>
  z
    .string()
    .default("")
    .transform((text) => cleanLine(text))
    .pipe(z.string().max(longest, tooLong));

/**
 * The answers of the contact form. `job` is the slug of an opening. `topic` is checked on the server, which has the
 * list of topics.
 */
export const enquirySchema = z.object({
  name: line(enquiryLimits.name, "Use at most 120 characters for your name.").pipe(
    z.string().min(1, "Enter your name, so that we know whom to answer."),
  ),
  email: z
    .string()
    .default("")
    .pipe(
      emailField({
        missing: "Enter an e-mail address we can answer, such as name@company.com.",
        example: "name@company.com",
      }),
    ),
  company: line(enquiryLimits.company, "Use at most 160 characters for the company."),
  topic: z.string().max(40),
  subject: line(enquiryLimits.subject, "Use at most 160 characters for the subject."),
  message: z
    .string()
    .default("")
    .transform((text) => text.replace(/\r\n?/g, "\n").replace(unprintableInText, "").trim())
    .pipe(
      z
        .string()
        .min(shortestMessage, "Tell us in a sentence or two what this is about.")
        .max(enquiryLimits.message, "Keep the message within 5,000 characters; we can continue by e-mail."),
    ),
  consent: z.literal("on", "Tick the box, so that we may use these answers to reply."),
  job: line(120, "That opening is not known here."),
});

export type Enquiry = z.infer<typeof enquirySchema>;

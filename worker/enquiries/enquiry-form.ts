import { z } from "zod";
import { enquirySchema } from "#shared/enquiries/enquiry.ts";
import type { Topic } from "./plan-mails.ts";

/** Everything that the contact form posts: the answers, the topic as one of `topics`, and the fields nobody sees. */
export function enquiryForm(topics: readonly Topic[]) {
  return enquirySchema.extend({
    topic: z
      .string()
      .default("")
      .transform((id, context) => {
        const topic = topics.find((each) => each.id === id);
        if (topic) return topic;
        context.addIssue("Choose what your message is about.");
        return z.NEVER;
      }),
    ticket: z.string().default(""),
    /** The honeypot: a field that people do not see. */
    website: z.string().default(""),
    /** The visit in which it is sent, of a visitor who accepted (app/inline/later/events.ts). */
    visit: z.string().max(64).catch(""),
    "cf-turnstile-response": z.string().default(""),
  });
}

export type EnquiryForm = z.output<ReturnType<typeof enquiryForm>>;

/** What the contact form asks, for both sides; the rules are in enquiry.ts, which no browser loads. */

/** Longest texts that the contact form takes, in UTF-16 code units as `maxlength` counts them. */
export const enquiryLimits = { name: 120, email: 254, company: 160, subject: 160, message: 5000 } as const;

/** Fewest characters that say what a message is about. */
export const shortestMessage = 10;

/** An address we can answer, as the `pattern` of an input takes it: for the whole value, with the v flag. It is zod's. */
export const emailPattern =
  "(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+\\-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}";

/** Names of the form's fields, in their order on the page. */
export const enquiryFields = ["name", "email", "company", "topic", "subject", "message", "consent", "job"] as const;

export type EnquiryField = (typeof enquiryFields)[number];

/** Answers as they were typed, to fill the form in again. */
export type EnquiryAnswers = Partial<Record<EnquiryField, string>>;

/** What the contact form asks, for both sides; the rules are in enquiry.ts, which no browser loads. */

/** Longest texts that the contact form takes, in UTF-16 code units as `maxlength` counts them. */
export const enquiryLimits = { name: 120, email: 254, company: 160, subject: 160, message: 5000 } as const;

/** Names of the form's fields, in their order on the page. */
export const enquiryFields = ["name", "email", "company", "topic", "subject", "message", "consent", "job"] as const;

export type EnquiryField = (typeof enquiryFields)[number];

/** Answers as they were typed, to fill the form in again. */
export type EnquiryAnswers = Partial<Record<EnquiryField, string>>;

/** The fields of the contact form, for browser and server. The rules are in enquiry.ts, which no browser loads. */

/** Longest texts that the contact form takes, in UTF-16 code units as `maxlength` counts them. */
export const enquiryLimits = { name: 120, email: 254, company: 160, subject: 160, message: 5000 } as const;

/** Fewest characters of a message. */
export const shortestMessage = 10;

/** An e-mail address, as the `pattern` of an input: for the whole value, with the v flag. Same pattern as zod's. */
export const emailPattern =
  "(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+\\-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}";

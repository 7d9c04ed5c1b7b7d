// Bundle: forms
/** The fields of the contact form, for browser and server. The rules are in enquiry.ts, which no browser loads. */

/** Longest texts that the contact form takes, in UTF-16 code units as `maxlength` counts them. */
export const enquiryLimits = { name: 120, email: 254, company: 160, subject: 160, message: 5000 } as const;

/** Fewest characters of a message. */
export const shortestMessage = 10;

/**
 * What every address has that is taken, as the `pattern` of an input: so that a slip is seen before it is sent. It refuses nothing that
 * the server takes (email-address.ts), also of what comes with a name or as a link.
 */
export const emailPattern = "[^@＠]+[@＠][^@＠]+[.。．｡][^@＠]{2,}";

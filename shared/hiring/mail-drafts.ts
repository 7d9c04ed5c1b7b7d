/** The entry of the session's storage with mails to candidates that were typed and not sent. */
export const mailDraftsKey = "mail-drafts";

// Bundle: apply
/** Where a browser keeps what was typed into a form for applications, if its reader asks for that. */
export const draftKey = "application-drafts";

/** Days for which a draft is stored. */
export const draftLife = 14;

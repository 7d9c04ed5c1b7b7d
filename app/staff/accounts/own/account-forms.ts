/** The forms of the page, by the name that `?form=` of their action says. */

export const accountPath = "/account";

/** Most characters of a name, as the table holds it (migrations/0001_accounts.sql). */
export const longestName = 120;

/** What each form says once it was taken. */
const doneWords = {
  profile: "Your name and time zone are saved.",
  picture: "Your picture is saved.",
  "picture-remove": "Your picture is gone. Your initials stand there instead.",
  email: "We have sent a link to the new address. Your address changes once you open it.",
  password: "Your password is changed. Your other sessions have ended.",
  "session-end": "That session has ended.",
  "sessions-end": "All other sessions have ended.",
  "token-create": "The token is made.",
  "token-revoke": "That token no longer works.",
} as const;

/** What the link of a new address leads to the page with (app/auth/email.tsx): `?done=moved`. */
const movedWords = "Your account has its new address. From now on you sign in with it.";

/** What was done, as `?done=` of the page says it; null for anything else. */
export function describeDone(done: string | null): string | null {
  if (done === "moved") return movedWords;
  return isAccountForm(done) ? doneWords[done] : null;
}

export type AccountForm = keyof typeof doneWords;

/** Whether `name` is one of the forms. */
export function isAccountForm(name: string | null): name is AccountForm {
  return name !== null && Object.hasOwn(doneWords, name);
}

/** Where a form posts to. */
export function buildFormAction(form: AccountForm): string {
  return `${accountPath}?${new URLSearchParams({ form })}`;
}

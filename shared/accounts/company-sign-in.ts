/** What the sign-in page says when the company's identity provider did not sign somebody in; `name` is the provider's. */
const sentences = {
  cancelled: (name: string) => `You did not finish signing in with ${name}. Nothing has changed.`,
  expired: () => "This sign-in took too long, or was answered already. Start it again.",
  unreachable: (name: string) => `${name} did not answer as it should. Try again in a moment.`,
  busy: () => "The sign-in service is busy just now. Try again in a moment.",
  hurry: () => "There were too many attempts. Wait a minute, then try again.",
  unverified: (name: string) =>
    `${name} has not confirmed your e-mail address, so it opens nothing here. Ask whoever looks after ${name}.`,
  stranger: () => "Your account is not one of those that may sign in here. Ask an administrator.",
  taken: () => "Your e-mail address belongs to another account here. Ask an administrator.",
  "somebody-else": (name: string) =>
    `You signed in with ${name} as somebody else, so nothing is confirmed. Use the account that you are signed in with here.`,
  disabled: () => "Your account here is disabled. Ask an administrator.",
  refused: (name: string) =>
    `The answer of ${name} did not pass our checks, so you are not signed in. Try again; if this stays, tell an administrator.`,
} as const satisfies Record<string, (name: string) => string>;

export type CompanyRefusal = keyof typeof sentences;

/** The sentence for `code`, which comes from the page's address; null for a code that does not exist. */
export function explainCompanyRefusal(code: string | null, name: string): string | null {
  return code !== null && Object.hasOwn(sentences, code) ? sentences[code as CompanyRefusal](name) : null;
}

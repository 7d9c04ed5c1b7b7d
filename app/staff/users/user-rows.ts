import type { ListedUser } from "#worker/accounts/list-users.ts";

export type UserRow = ReturnType<typeof toUserRows>[number];

/**
 * Rows of the user table. Dates become text here, on the server, in the reader's language, so that the browser's own
 * language data cannot differ from what was rendered. Days are UTC.
 */
export function toUserRows(users: readonly ListedUser[], locale: string) {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const describeDay = (at: number) => ({ iso: new Date(at).toISOString(), name: format.format(at) });
  return users.map(({ createdAt, signedInAt, ...user }) => ({
    ...user,
    created: describeDay(createdAt),
    signedIn: signedInAt === null ? null : describeDay(signedInAt),
  }));
}

/** What a browser gets whose sign-in is complete. */
import type { FreshSignIn } from "../accounts/start-session.ts";
import { writeKnownDevice } from "../accounts/known-device.ts";
import { clearPendingCookie } from "../accounts/pending-sign-in.ts";
import { writeSessionCookies } from "../accounts/session-cookies.ts";

/** Set-Cookie values of a new session. Anybody can create an account, so only a verified address makes a browser known. */
export async function writeSignInCookies(
  { tokens, session, verifiedAt }: FreshSignIn,
  { AUTH_SECRET }: Pick<Env, "AUTH_SECRET">,
): Promise<string[]> {
  const cookies = [...writeSessionCookies(tokens), clearPendingCookie()];
  if (verifiedAt !== null) cookies.push(await writeKnownDevice({ email: session.user.email, verifiedAt }, AUTH_SECRET));
  return cookies;
}

/** What a browser gets whose sign-in is complete. */
import type { FreshSignIn } from "../accounts/start-session.ts";
import { writeKnownDevice } from "../accounts/known-device.ts";
import { clearPendingCookie, pendingCookie } from "../accounts/pending-sign-in.ts";
import { writeSessionCookies } from "../accounts/session-cookies.ts";
import { readCookie } from "../lib/cookies.ts";

/** Set-Cookie values of a new session. Anybody can create an account, so only a verified address makes a browser known. */
export async function writeSignInCookies(
  { tokens, session, verifiedAt }: FreshSignIn,
  { request, env: { AUTH_SECRET } }: { request: Request; env: Pick<Env, "AUTH_SECRET"> },
): Promise<string[]> {
  const cookies = writeSessionCookies(tokens);
  if (readCookie(request, pendingCookie.name) !== null) cookies.push(clearPendingCookie());
  if (verifiedAt !== null) cookies.push(await writeKnownDevice({ email: session.user.email, verifiedAt }, AUTH_SECRET));
  return cookies;
}

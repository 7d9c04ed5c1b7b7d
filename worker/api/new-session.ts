/** What a browser gets whose sign-in is complete. */
import type { Context } from "hono";
import { chooseHomePath } from "#shared/accounts/home-path.ts";
import type { FreshSignIn } from "#worker/accounts/sessions/start-session.ts";
import { writeKnownDevice } from "#worker/accounts/sessions/known-device.ts";
import { clearPendingCookie, pendingCookie } from "#worker/accounts/second-factors/pending-sign-in.ts";
import { writeSessionCookies } from "#worker/accounts/sessions/session-cookies.ts";
import { readCookie } from "#worker/lib/http/cookies.ts";
import { type ApiEnv, jsonResponse, problemResponses } from "./app.ts";
import { readFormTarget, redirectAfterForm } from "./form-answers.ts";
import { sessionSchema, toNewSessionAnswer, withCookies } from "./session-answer.ts";

/** The `responses` of an endpoint that starts a session. */
export const signInResponses = {
  200: jsonResponse("Signed in.", sessionSchema),
  ...problemResponses(400, 401, 403, 413, 415, 429, 503),
};

/** Answers a sign-in that is complete: its cookies, with the session as JSON. */
export async function answerWithSession(c: Context<ApiEnv>, signedIn: FreshSignIn) {
  return withCookies(c.json(toNewSessionAnswer(signedIn), 200), await writeSignInCookies(c, signedIn));
}

/** As `answerWithSession`, and an HTML form with a redirect. */
export async function answerSignIn(c: Context<ApiEnv>, signedIn: FreshSignIn) {
  if (!c.var.isForm) return answerWithSession(c, signedIn);
  const { next } = readFormTarget(c.req.url);
  const answer = redirectAfterForm(next ?? chooseHomePath(signedIn.session.roles));
  return withCookies(answer, await writeSignInCookies(c, signedIn));
}

/** Set-Cookie values of a new session. Anybody can create an account, so only a verified address makes a browser known. */
async function writeSignInCookies(c: Context<ApiEnv>, { tokens, session, verifiedAt }: FreshSignIn): Promise<string[]> {
  const { AUTH_SECRET } = c.env.scope.env;
  const cookies = writeSessionCookies(tokens);
  if (readCookie(c.req.raw, pendingCookie.name) !== null) cookies.push(clearPendingCookie());
  if (verifiedAt !== null) cookies.push(await writeKnownDevice({ email: session.user.email, verifiedAt }, AUTH_SECRET));
  return cookies;
}

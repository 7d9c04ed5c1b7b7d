/** Signing in at the API. */
import { authApi } from "#worker/api/auth.ts";
import { callParts } from "../ask-parts.ts";

const call = callParts(authApi);

/** What signing in is answered with. */
export function signIn(email: string, given: string, headers: Record<string, string> = {}): Promise<Response> {
  return call("/api/auth/sign-in", { json: { email, password: given }, headers });
}

/** Signing up at the API. */
import { signUpApi } from "#worker/api/sign-up.ts";
import { callParts } from "../ask-parts.ts";

const call = callParts(signUpApi);

/** What signing up is answered with. */
export function signUp(email: string, given: string, overrides: Partial<Env> = {}): Promise<Response> {
  return call("/api/auth/sign-up", { json: { email, password: given }, env: overrides });
}

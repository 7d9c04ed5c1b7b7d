import * as oauth from "oauth4webapi";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { limitAttempts } from "../sign-in/rate-limit.ts";
import { readServer } from "./documents.ts";
import { type Flow, writeFlowCookie } from "./flow.ts";
import type { Provider } from "./settings.ts";

type Place = Pick<Flow, "from" | "next" | "confirms">;

/**
 * Where to send a browser that wants to sign in by the provider, and the cookie it needs to come back.
 * @throws {CompanySignInError} when the provider cannot be reached, TooManyAttemptsError
 */
export async function startCompanySignIn(
  provider: Provider,
  place: Place,
  { request, scope }: { request: Request; scope: RequestScope },
): Promise<{ location: string; cookie: string }> {
  await limitAttempts(request, "sign-in", scope);
  const server = await readServer(provider);
  const verifier = oauth.generateRandomCodeVerifier();
  const flow: Flow = {
    ...place,
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier,
    startedAt: now(),
  };
  const location = new URL(server.authorization_endpoint ?? "");
  const query = {
    response_type: "code",
    client_id: provider.clientId,
    redirect_uri: buildCallback(scope.env),
    scope: "openid email profile",
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(place.confirms !== null && { prompt: "login", max_age: "0" }),
  };
  for (const [name, value] of Object.entries(query)) location.searchParams.set(name, value);
  return { location: location.href, cookie: await writeFlowCookie(flow, scope.env) };
}

/** The address that the provider sends browsers back to; it is registered there. */
export function buildCallback({ SITE_ORIGIN }: Pick<Env, "SITE_ORIGIN">): string {
  return `${SITE_ORIGIN}/api/auth/oidc/callback`;
}

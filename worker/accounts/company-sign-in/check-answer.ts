/**
 * The provider's answer, checked: oauth4webapi for the protocol (state, issuer of the answer, nonce, audience, times),
 * jose for the signature, and what neither of them looks at.
 */
import { errors as joseErrors, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import { minute, second } from "#shared/dates/durations.ts";
import { encodeBase64url } from "#worker/lib/text/base64url.ts";
import { now } from "#worker/lib/clock.ts";
import { orUnreachable, readKeys, readServer, requestOptions } from "./documents.ts";
import type { Flow } from "./flow.ts";
import { CompanySignInError } from "./refuse.ts";
import { buildCallback } from "./start.ts";
import type { Provider } from "./settings.ts";

/** What the provider says of a person. */
export type Claims = Readonly<Record<string, unknown>> & { sub: string };

/** `idToken` is proven; `userInfo` is the provider's further answer to the same person's access token. */
export interface CheckedAnswer {
  idToken: Claims;
  userInfo: Claims | null;
}

/** With keys of their own on both sides: never `none`, never a shared secret. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const tolerance = (minute / second) * 0.5;
const oldestToken = (10 * minute) / second;
/** How long ago the password may have been given where it must be given anew, in seconds. */
const freshWithin = (5 * minute) / second;
const longestSubject = 255;

/**
 * Exchanges the code of the answer at `url` and returns what is proven.
 * @throws {CompanySignInError}
 */
export async function checkAnswer(
  provider: Provider,
  { url, flow }: { url: URL; flow: Flow },
  env: Env,
): Promise<CheckedAnswer> {
  const server = await readServer(provider);
  const client: oauth.Client = { client_id: provider.clientId, [oauth.clockTolerance]: tolerance };
  const parameters = orRefused(() => oauth.validateAuthResponse(server, client, url, flow.state));
  if (!parameters.get("code")) throw refuse("no code");
  const response = await askProvider(() =>
    oauth.authorizationCodeGrantRequest(
      server,
      client,
      chooseClientAuth(provider, server),
      parameters,
      buildCallback(env),
      flow.verifier,
      requestOptions,
    ),
  );
  const tokens = await orRefusedLater(() =>
    oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: flow.nonce,
      requireIdToken: true,
    }),
  );
  const idToken = await verifyIdToken(provider, { server, tokens, flow });
  const isEnough =
    tellsAddress(idToken) && (provider.roles.length === 0 || idToken[provider.groupsClaim] !== undefined);
  const userInfo =
    isEnough || !server.userinfo_endpoint ? null : await readUserInfo(server, client, tokens, idToken.sub);
  return { idToken, userInfo };
}

/** Whether claims name an address and say whether it is proven. */
export function tellsAddress(claims: Claims): boolean {
  return claims["email"] !== undefined && (claims["email_verified"] ?? claims["xms_edov"]) !== undefined;
}

async function verifyIdToken(
  provider: Provider,
  { server, tokens, flow }: { server: oauth.AuthorizationServer; tokens: oauth.TokenEndpointResponse; flow: Flow },
): Promise<Claims> {
  const { payload, protectedHeader } = await verifySignature(provider, server, tokens.id_token ?? "");
  const { sub, nonce, azp, at_hash: atHash, auth_time: authTime } = payload;
  if (typeof sub !== "string" || sub === "" || sub.length > longestSubject) throw refuse("no usable subject");
  if (nonce !== flow.nonce) throw refuse("another nonce");
  if (azp !== undefined && azp !== provider.clientId) throw refuse("issued to another client");
  if (atHash !== undefined && atHash !== (await hashHalf(protectedHeader.alg, tokens.access_token)))
    throw refuse("at_hash is of another access token");
  // `max_age` asks for the time (OpenID Connect Core, 2). Some providers send none and ignore `prompt=login`, too: with
  // them the answer proves no more than a live session there (docs/decisions/039-company-sign-in-and-keys.md).
  if (
    flow.confirms !== null &&
    authTime !== undefined &&
    !(Number(authTime) >= now() / second - freshWithin - tolerance)
  )
    throw refuse("signed in at the provider too long ago");
  return { ...payload, sub };
}

/** Cached keys are read again once, for a token whose key is not among them. */
async function verifySignature(provider: Provider, server: oauth.AuthorizationServer, idToken: string) {
  const options = {
    algorithms,
    issuer: provider.issuer,
    audience: provider.clientId,
    requiredClaims: ["sub", "exp", "iat", "nonce"],
    clockTolerance: tolerance,
    maxTokenAge: oldestToken,
    currentDate: new Date(now()),
  };
  const { keys, wereCached } = await readKeys(server);
  try {
    return await jwtVerify(idToken, keys, options);
  } catch (error) {
    if (!wereCached || !(error instanceof joseErrors.JWKSNoMatchingKey)) throw refuse("signature or claims", error);
  }
  const { keys: newer } = await readKeys(server, { anew: true });
  return orRefusedLater(() => jwtVerify(idToken, newer, options));
}

async function readUserInfo(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  { access_token: accessToken }: oauth.TokenEndpointResponse,
  subject: string,
): Promise<Claims> {
  const response = await askProvider(() => oauth.userInfoRequest(server, client, accessToken, requestOptions));
  return orRefusedLater(() => oauth.processUserInfoResponse(server, client, subject, response));
}

/** A provider in trouble has refused nobody, whatever its page says. */
function askProvider(ask: () => Promise<Response>): Promise<Response> {
  return orUnreachable(async () => {
    const response = await ask();
    if (response.status >= 500) throw new Error(`the provider answered ${response.status}`);
    return response;
  });
}

/** As the provider says it takes the secret; Basic where it says nothing (RFC 8414). */
function chooseClientAuth({ clientSecret }: Provider, server: oauth.AuthorizationServer): oauth.ClientAuth {
  if (clientSecret === null) return oauth.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_basic")
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret);
}

/** The left half of the hash that goes with a signature (OpenID Connect Core, 3.1.3.6), as base64url. */
async function hashHalf(algorithm: string, accessToken: string): Promise<string> {
  const size = /256|384|512/.exec(algorithm)?.[0] ?? "512";
  const digest = await crypto.subtle.digest(`SHA-${size}`, new TextEncoder().encode(accessToken));
  return encodeBase64url(digest.slice(0, digest.byteLength / 2));
}

function orRefused<Value>(check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError && error.error === "access_denied")
      throw new CompanySignInError("cancelled", "cancelled at the provider", { cause: error });
    throw refuse(error instanceof Error ? error.message : "checks", error);
  }
}

async function orRefusedLater<Value>(check: () => Promise<Value>): Promise<Value> {
  try {
    return await check();
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : "checks", error);
  }
}

function refuse(reason: string, cause?: unknown): CompanySignInError {
  return new CompanySignInError("refused", reason, { cause });
}

/** What the provider publishes of itself: its endpoints and its keys. Each isolate keeps both for a while. */
import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import { hour, minute } from "#shared/dates/durations.ts";
import { now } from "#worker/lib/clock.ts";
import { fetchLimited } from "./fetch-limited.ts";
import { CompanySignInError } from "./refuse.ts";
import { isSafeAddress, type Provider } from "./settings.ts";
import { onNewIsolate } from "#worker/lib/isolate-memory.ts";

interface Cached<Value> {
  readAt: number;
  value: Value;
}

const serverLifetime = hour;
/** A provider publishes a new key well before it signs with it, and an unknown key is looked up at once. */
const keysLifetime = 10 * minute;

const servers = new Map<string, Cached<oauth.AuthorizationServer>>();
const keySets = new Map<string, Cached<ReturnType<typeof createLocalJWKSet>>>();
onNewIsolate(() => {
  servers.clear();
  keySets.clear();
});

/** For every request that oauth4webapi makes. */
export const requestOptions = {
  [oauth.customFetch]: fetchLimited,
  // `fetchLimited` lets http pass on this machine only.
  [oauth.allowInsecureRequests]: true,
} as const;

/**
 * The provider's endpoints, from its discovery document.
 * @throws {CompanySignInError} when they cannot be read, or belong to another issuer
 */
export async function readServer({ issuer }: Provider): Promise<oauth.AuthorizationServer> {
  const known = servers.get(issuer);
  if (known && known.readAt > now() - serverLifetime) return known.value;
  const server = await orUnreachable(async () => {
    const address = new URL(issuer);
    return oauth.processDiscoveryResponse(address, await oauth.discoveryRequest(address, requestOptions));
  });
  // The library compares addresses, which forgives a slash at the end; tokens are compared as text.
  if (server.issuer !== issuer) throw new CompanySignInError("unreachable", "discovery names another issuer");
  for (const endpoint of [server.authorization_endpoint, server.token_endpoint, server.jwks_uri])
    if (endpoint === undefined || !isSafeAddress(endpoint))
      throw new CompanySignInError("unreachable", "discovery lacks an endpoint on https");
  servers.set(issuer, { readAt: now(), value: server });
  return server;
}

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

/** The provider's keys, and whether they come from the cache: then a key that is not among them may be new. */
export async function readKeys(server: oauth.AuthorizationServer, { anew = false } = {}) {
  const known = keySets.get(server.issuer);
  if (!anew && known && known.readAt > now() - keysLifetime) return { keys: known.value, wereCached: true };
  const keys = await orUnreachable(async () => {
    const headers = { Accept: "application/json, application/jwk-set+json" };
    const response = await fetchLimited(server.jwks_uri ?? "", { method: "GET", headers });
    if (response.status !== 200) throw new Error("the keys are not there");
    return createLocalJWKSet(keySetSchema.parse(await response.json()) as JSONWebKeySet);
  });
  keySets.set(server.issuer, { readAt: now(), value: keys });
  return { keys, wereCached: false };
}

/** Makes any failure one of reaching the provider. */
export async function orUnreachable<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    throw new CompanySignInError("unreachable", error instanceof Error ? error.message : "no answer", { cause: error });
  }
}

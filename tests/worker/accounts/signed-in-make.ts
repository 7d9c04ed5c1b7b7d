/** People who are signed in, and who ask for another address. */
import { env } from "cloudflare:workers";
import { startEmailChange } from "#worker/accounts/links/change-email.ts";
import { authApi } from "#worker/api/auth.ts";
import { rolesApi } from "#worker/api/roles.ts";
import { openDb } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { nowInSeconds } from "#worker/lib/clock.ts";
import { callParts } from "../ask-parts.ts";
import { makeAccount, makeSession, writeCookies } from "../make.ts";
import { makeAddress, makeScope } from "../make-scope.ts";

const call = callParts(authApi, rolesApi);

const db = openDb(env.DB);

/** An account that is signed in twice: `here`, and elsewhere. `listLive` tells which of the two sessions go on. */
export async function makeSignedIn() {
  const user = await makeAccount({ name: "Grace Hopper" });
  const [here, elsewhere] = [await makeSession(user.id), await makeSession(user.id)];
  const isLive = async (tokens: typeof here) =>
    (await call("/api/roles", { headers: { Cookie: writeCookies(tokens) } })).status === 200;
  return {
    user,
    sessionId: here.sessionId,
    headers: { Cookie: writeCookies(here) },
    listLive: async () => [await isLive(here), await isLive(elsewhere)],
  };
}

/** A request of nobody in particular, from an address of its own. */
export function makeRequest(): Request {
  return new Request(env.SITE_ORIGIN, { headers: { "CF-Connecting-IP": makeAddress() } });
}

/** Asks for another address, as the account's page does; the new one gets the link. */
export async function askToMove(user: { id: AccountId; email: string }, newEmail: string, authTime = nowInSeconds()) {
  await startEmailChange(db, { user, newEmail, authTime, request: makeRequest() }, makeScope());
}

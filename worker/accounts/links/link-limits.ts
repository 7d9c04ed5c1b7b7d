/**
 * How many mails with links one may ask for, so that nobody fills a stranger's mailbox. Every request is counted under
 * keyed hashes, also one for an address without an account: so it costs the same, and nobody can tell the two apart.
 */
import { sql } from "kysely";
import { hour } from "#shared/dates/durations.ts";
import type { Db } from "#worker/db/client.ts";
import { readNetwork } from "#worker/lib/http/client-address.ts";
import { now } from "#worker/lib/clock.ts";
import { foldAddress } from "#worker/lib/text/fold-address.ts";
import { newId } from "#worker/lib/ids.ts";
import { macText } from "#worker/lib/secrets.ts";

/**
 * Mails within an hour. A whole company may share a network, and a mailbox is spared by its own limit. What an address is known for is
 * not counted: whoever shares its network could find that out.
 */
export const mostLinks = { aMailbox: 3, aNetwork: 60 };

interface LinkRequest {
  email: string;
  /** Null for what an administrator asks for: their network is not counted. */
  request: Request | null;
}

/**
 * The query that counts a request, to be run first in its batch, and the condition under which its mail is written. Past
 * the limits nothing is written, and the answer is the same.
 */
export async function planLinkRequest(
  db: Db,
  { email, request }: LinkRequest,
  { AUTH_SECRET: secret }: Pick<Env, "AUTH_SECRET">,
) {
  const row = {
    id: newId(),
    email_hash: await hashMailbox(email, secret),
    network_hash: request && (await macText(secret, "link network", readNetwork(request))),
    requested_at: now(),
  };
  const since = now() - hour;
  return {
    query: db.insertInto("link_requests").values(row),
    isWithinLimits: sql<boolean>`(
      (select count(*) from link_requests
        where email_hash = ${row.email_hash} and requested_at > ${since}) <= ${mostLinks.aMailbox}
      and (select count(*) from link_requests
        where network_hash = ${row.network_hash} and requested_at > ${since}) <= ${mostLinks.aNetwork})`,
  };
}

/** What requests for the mailbox of `email` are counted under; addresses of one mailbox are counted together. */
export async function hashMailbox(email: string, secret: string): Promise<string> {
  return macText(secret, "link mailbox", foldAddress(email));
}

import { sql } from "kysely";
import { now } from "../lib/clock.ts";
import { readNetwork } from "../lib/client-address.ts";
import { macText } from "../lib/secrets.ts";

/** Confirmations within an hour: so that nobody writes to strangers through the form. */
const mostConfirmations = { anAddress: 3, aNetwork: 10, all: 100 };
/** Mails to our own mailboxes, all together, within a day about what one network sent; a digest tells of the rest. */
export const mostMailsADay = 30;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What enquiries are counted under. */
export interface Counted {
  foldedEmail: string;
  /** Null where the network is not known any longer. */
  networkHash: string | null;
}

/** The network that a request comes from, as it is stored for a day: nobody without the secret can tell which it is. */
export async function hashNetwork(request: Request, secret: string): Promise<string> {
  return macText(secret, "contact network", readNetwork(request));
}

/**
 * When the confirmation is written: now, or null past a limit. Asked while the enquiry is written, so that of those
 * that arrive at one moment none sees an older count.
 */
export function confirmWithinLimits({ foldedEmail, networkHash }: Counted) {
  const { anAddress, aNetwork, all } = mostConfirmations;
  return sql<number | null>`(
    select case when count(*) < ${all}
      and coalesce(sum(lately.folded_email = ${foldedEmail}), 0) < ${anAddress}
      and coalesce(sum(lately.network_hash = ${networkHash}), 0) < ${aNetwork}
      then ${now()} end
    from enquiries as lately where lately.confirmed_at > ${now() - hourMs})`;
}

/** `mailbox`, when the network has used up its mails of the day, so that a digest has to tell of the enquiry; else null. */
export function holdPastLimit(networkHash: string, mailbox: string) {
  return sql<string | null>`(
    select case when count(*) >= ${mostMailsADay} then ${mailbox} end
    from enquiries as lately where lately.network_hash = ${networkHash}
      and lately.received_at > ${now() - dayMs} and lately.held_for is null)`;
}

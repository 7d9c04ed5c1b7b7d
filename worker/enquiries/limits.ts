import { type RawBuilder, sql } from "kysely";
import { day, hour } from "#shared/dates/durations.ts";
import { now } from "#worker/lib/clock.ts";

/**
 * Confirmations within an hour: so that nobody writes to strangers through the form. Many people may share a network: an address gets
 * few, so that a mailbox is spared by that, and not by the network.
 */
const mostConfirmations = { anAddress: 3, aNetwork: 40, all: 400 };
/**
 * Mails to our own mailboxes: within an hour about one topic, within a day about what one network sent. A digest tells of
 * the rest.
 */
export const mostMails = { aTopic: 20, aNetwork: 30 };

/** What enquiries are counted under. */
export interface Counted {
  foldedEmail: string;
  /** Null where the network is not known any longer. */
  networkHash: string | null;
}

/**
 * When the confirmation is written: now, or null past a limit. The statement that writes the enquiry also counts, so
 * that two enquiries at the same moment cannot both see the old count.
 */
export function confirmWithinLimits({ foldedEmail, networkHash }: Counted) {
  const { anAddress, aNetwork, all } = mostConfirmations;
  return sql<number | null>`(
    select case when count(*) < ${all}
      and coalesce(sum(lately.folded_email = ${foldedEmail}), 0) < ${anAddress}
      and coalesce(sum(lately.network_hash = ${networkHash}), 0) < ${aNetwork}
      then ${now()} end
    from enquiries as lately where lately.confirmed_at > ${now() - hour})`;
}

interface Notice {
  topic: { id: string; mailbox: string };
  networkHash: string | null;
  /** When the mail was written before, if it may have been. */
  earlier?: RawBuilder<number | null>;
}

/**
 * How the topic's mailbox learns of the enquiry: `mailed_at` is when the mail about it is written, or else `held_for`
 * is the mailbox for the digest. Counted in the statement that writes the enquiry, as in
 * `confirmWithinLimits`.
 */
export function notifyWithinLimits({ topic, networkHash, earlier = sql<null>`null` }: Notice) {
  const mailedAt = sql<number | null>`coalesce(${earlier}, case when
    (select count(*) from enquiries as lately
      where lately.topic = ${topic.id} and lately.mailed_at > ${now() - hour}) < ${mostMails.aTopic}
    and (select count(*) from enquiries as lately where lately.network_hash = ${networkHash}
      and lately.received_at > ${now() - day} and lately.mailed_at is not null) < ${mostMails.aNetwork}
    then ${now()} end)`;
  return { mailed_at: mailedAt, held_for: sql<string | null>`case when ${mailedAt} is null then ${topic.mailbox} end` };
}

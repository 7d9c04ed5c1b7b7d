import { sql } from "kysely";
import { day, hour } from "#shared/dates/durations.ts";
import { now } from "#worker/lib/clock.ts";

/**
 * How many mails to candidates are sent in an hour, so that nobody can use the form to write to strangers. An address gets few. A
 * network, and all together, have a budget of costs: an application with a document costs less, because whoever only wants to write
 * to strangers will not make one, and many people share the network of a careers fair. Nothing that is stored about the address
 * counts, because the answer would reveal it. At the limit a mail is not sent; an application is always taken.
 */
const mostConfirmations = { anAddress: 3, costOfNetwork: 240, costOfAll: 2400 };
const cost = { withDocument: 1, without: 4 };
/** Mails to the hiring team: within an hour, and within a day about what one network sent. A digest tells of the rest. */
export const mostMails = { anHour: 20, aNetwork: 30 };

interface Counted {
  foldedEmail: string;
  networkHash: string;
  hasDocument: boolean;
}

/** When the mail to the candidate is written: now, or null past a limit. Counted in the statement that stores the application. */
export function confirmWithinLimits({ foldedEmail, networkHash, hasDocument }: Counted) {
  const { anAddress, costOfNetwork, costOfAll } = mostConfirmations;
  const own = hasDocument ? cost.withDocument : cost.without;
  return sql<number | null>`(
    select case when coalesce(sum(cost), 0) + ${own} <= ${costOfAll}
      and coalesce(sum(lately.folded_email = ${foldedEmail}), 0) < ${anAddress}
      and coalesce(sum(iif(lately.network_hash = ${networkHash}, cost, 0)), 0) + ${own} <= ${costOfNetwork}
      then ${now()} end
    from (select folded_email, network_hash, iif(exists (select 1 from application_files
        where application_id = applications.id), ${cost.withDocument}, ${cost.without}) as cost
      from applications where confirmed_at > ${now() - hour}) as lately)`;
}

/** When the mail to the hiring team is written: now, or null past a limit. Counted as above. */
export function notifyWithinLimits({ networkHash }: Pick<Counted, "networkHash">) {
  return sql<number | null>`(
    select case when coalesce(sum(lately.mailed_at > ${now() - hour}), 0) < ${mostMails.anHour}
      and coalesce(sum(lately.network_hash = ${networkHash}), 0) < ${mostMails.aNetwork}
      then ${now()} end
    from applications as lately where lately.mailed_at > ${now() - day})`;
}

import { sql } from "kysely";
import { day, hour } from "#app/shared/durations.ts";
import { now } from "../lib/clock.ts";

/** Mails to candidates within an hour: so that nobody writes to strangers through the form. */
const mostConfirmations = { anAddress: 3, aNetwork: 10, all: 100 };
/** Mails to the hiring team: within an hour, and within a day about what one network sent. A digest tells of the rest. */
export const mostMails = { anHour: 20, aNetwork: 30 };

interface Counted {
  foldedEmail: string;
  networkHash: string;
}

/** When the mail to the candidate is written: now, or null past a limit. Counted in the statement that stores the application. */
export function confirmWithinLimits({ foldedEmail, networkHash }: Counted) {
  const { anAddress, aNetwork, all } = mostConfirmations;
  return sql<number | null>`(
    select case when count(*) < ${all}
      and coalesce(sum(lately.folded_email = ${foldedEmail}), 0) < ${anAddress}
      and coalesce(sum(lately.network_hash = ${networkHash}), 0) < ${aNetwork}
      then ${now()} end
    from applications as lately where lately.confirmed_at > ${now() - hour})`;
}

/** When the mail to the hiring team is written: now, or null past a limit. Counted as above. */
export function notifyWithinLimits({ networkHash }: Pick<Counted, "networkHash">) {
  return sql<number | null>`(
    select case when coalesce(sum(lately.mailed_at > ${now() - hour}), 0) < ${mostMails.anHour}
      and coalesce(sum(lately.network_hash = ${networkHash}), 0) < ${mostMails.aNetwork}
      then ${now()} end
    from applications as lately where lately.mailed_at > ${now() - day})`;
}

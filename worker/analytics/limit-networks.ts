import { sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { viewsPerNetwork } from "./lifetimes.ts";
import { startOfDay } from "./network.ts";

/**
 * Notes the networks that have brought more than their share of views today. A visit that is received today may have begun
 * a day earlier or later by its device's clock; hashes of other days never match. Returns how many are new.
 */
export async function limitNetworks(db: Db): Promise<{ networks: number }> {
  const today = startOfDay(now());
  const busy = sql`insert into network_limits (day, network)
    select ${today}, network from visits
    where started_at >= ${today - day} and started_at < ${today + 2 * day} and network is not null
    group by network having sum(views) > ${viewsPerNetwork} on conflict do nothing`;
  const { numAffectedRows = 0n } = await busy.execute(db);
  return { networks: Number(numAffectedRows) };
}

import type { Db } from "../db/client.ts";
import type { FunnelStep } from "./figures/types.ts";

export interface Funnel {
  id: string;
  version: number;
  name: string;
  steps: readonly FunnelStep[];
}

/** More than a list without search can hold. */
export const mostFunnels = 50;

/** The funnels that staff have made, by name. */
export async function listFunnels(db: Db): Promise<Funnel[]> {
  const rows = await db
    .selectFrom("funnels")
    .select(["id", "version", "name", "steps"])
    .orderBy("name")
    .orderBy("id")
    .limit(mostFunnels)
    .execute();
  return rows.map(({ id, version, name, steps }) => ({ id, version, name, steps: JSON.parse(steps) as FunnelStep[] }));
}

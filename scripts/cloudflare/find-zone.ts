/** The domain of the account that the host of the site is in; Cloudflare calls it a zone. */
import type { Unstable_Config as Config } from "wrangler";
import { type Cloudflare, CloudflareError } from "./api.ts";

/** The host that a deployment makes a custom domain of the Worker; null where there is none, where it is on workers.dev, or where wrangler.toml has routes. */
export function chooseHost({ route, routes }: Pick<Config, "route" | "routes">, host = ""): string | null {
  const isRouted = host.endsWith(".workers.dev") || route !== undefined || routes !== undefined;
  return isRouted || host === "" ? null : host;
}

/** The id of the zone that a host is in; null where the account has none, undefined where that may not be asked. */
export async function findZone(account: Cloudflare, host: string): Promise<string | null | undefined> {
  const labels = host.split(".");
  for (const name of labels.slice(0, -1).map((_, index) => labels.slice(index).join("."))) {
    const zones = await orNothing(
      account.askAnywhere<{ id: string }[]>(`/zones?name=${name}&account.id=${account.accountId}`),
    );
    if (zones === null) return undefined;
    if (zones[0]) return zones[0].id;
  }
  return null;
}

/** Null where the sign-in may not ask. */
export async function orNothing<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CloudflareError && [401, 403].includes(error.status)) return null;
    throw error;
  }
}

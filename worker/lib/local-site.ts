/** True while the site answers on this machine alone: what is for development shows itself nowhere else. */
export function isLocalSite({ SITE_ORIGIN }: Pick<Env, "SITE_ORIGIN">): boolean {
  return isLocalName(new URL(SITE_ORIGIN).hostname);
}

/**
 * True when, besides, `url` was asked for under this machine's own name: a site that is deployed with its origin forgotten
 * shows nothing, and neither does this machine to a foreign page whose name was made to point at it.
 */
export function isLocalVisit(env: Pick<Env, "SITE_ORIGIN">, { hostname }: URL): boolean {
  return isLocalSite(env) && isLocalName(hostname);
}

function isLocalName(hostname: string): boolean {
  return ["localhost", "127.0.0.1"].includes(hostname);
}

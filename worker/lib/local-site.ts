/** True while the site answers on this machine alone: what is for development shows itself nowhere else. */
export function isLocalSite({ SITE_ORIGIN }: Pick<Env, "SITE_ORIGIN">): boolean {
  return isLocalName(new URL(SITE_ORIGIN).hostname);
}

/**
 * True when, besides, somebody at this machine opened the page: a site that is deployed with its origin forgotten shows
 * nothing, and neither does this machine to a foreign page whose name was made to point at it. Host and URL alone do not
 * tell, since the local server believes a header of that page's choosing about both. Sec-Fetch-Site is the browser's own
 * word: no page can set it, and one under a foreign name is not even trusted enough by browsers to have it sent.
 */
export function isLocalVisit(env: Pick<Env, "SITE_ORIGIN">, { url, headers }: Request): boolean {
  const host = URL.parse(`http://${headers.get("Host") ?? new URL(url).host}`)?.hostname ?? "";
  const isLocal = [host, new URL(url).hostname].every(isLocalName);
  return isLocalSite(env) && isLocal && ["none", "same-origin"].includes(headers.get("Sec-Fetch-Site") ?? "");
}

function isLocalName(hostname: string): boolean {
  return ["localhost", "127.0.0.1"].includes(hostname);
}

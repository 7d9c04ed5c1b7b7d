/** True when the site runs on this machine only. Development pages are shown only then. */
export function isLocalSite({ SITE_ORIGIN }: Pick<Env, "SITE_ORIGIN">): boolean {
  return isLocalName(new URL(SITE_ORIGIN).hostname);
}

/**
 * True when, in addition, the request comes from a browser on this machine. So a deployment that forgot to set its
 * origin shows nothing, and neither does a local site to a foreign page whose host name resolves to this machine (DNS
 * rebinding). Host and URL do not prove this, because the local server trusts a header that such a page can set.
 * Sec-Fetch-Site does: browsers set it, pages cannot, and browsers do not send it from an insecure foreign host.
 */
export function isLocalVisit({ url, headers }: Request, env: Pick<Env, "SITE_ORIGIN">): boolean {
  const host = URL.parse(`http://${headers.get("Host") ?? new URL(url).host}`)?.hostname ?? "";
  const isLocal = [host, new URL(url).hostname].every(isLocalName);
  return isLocalSite(env) && isLocal && ["none", "same-origin"].includes(headers.get("Sec-Fetch-Site") ?? "");
}

/** True for the names that a machine has for itself. */
export function isLocalName(hostname: string): boolean {
  return ["localhost", "127.0.0.1"].includes(hostname);
}

/**
 * The token of a link by mail. It stands in the query, which Cloudflare leaves out of what it logs of a request
 * (`redact_query_string` in wrangler.toml), and which our own lines never have. Links from before have it in their path.
 */
export function readLinkToken(token: string, url: URL): string {
  return token === "-" ? (url.searchParams.get("link") ?? "") : token;
}

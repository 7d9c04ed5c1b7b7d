/**
 * The token of a link by mail. It stands in the query, which Cloudflare leaves out of what it logs of a request
 * (`redact_query_string` in wrangler.toml), and which our own lines never have.
 */
export function readLinkToken(url: URL): string {
  return url.searchParams.get("link") ?? "";
}

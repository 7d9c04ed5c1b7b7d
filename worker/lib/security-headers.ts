/** Headers that every response carries. Documents add their own Content-Security-Policy (see worker/pages.ts). */
const common = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains; preload",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Permissions-Policy":
    "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
};

const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * `response` with the security headers, the request id, and, unless it brings its own, a policy that allows nothing.
 * A response without Cache-Control becomes `no-store`: caching is opt-in.
 */
export function secureResponse(response: Response, requestId: string): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(common)) headers.set(name, value);
  headers.set("X-Request-Id", requestId);
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", apiPolicy);
  if (headers.has("Set-Cookie") || !headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/**
 * The policy of a document whose inline scripts are exactly those named by `sources` (`'sha256-…'` or `'nonce-…'`).
 * No inline styles, no plug-ins, no framing, no other origin.
 */
export function documentPolicy(sources: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${sources.join(" ")}`.trim(),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

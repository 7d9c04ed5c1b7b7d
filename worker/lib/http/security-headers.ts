import { playerOrigins } from "#shared/insights/article-embeds.ts";
import { isStaging } from "../stage.ts";

/**
 * Headers that every response carries; static files have the same from public/_headers. Documents add their own
 * Content-Security-Policy (see worker/pages/pages.ts).
 */
const common = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy":
    "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
};

const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * `response` with the security headers, the request id, and, unless it brings its own, policies that allow nothing.
 * A response without Cache-Control becomes `no-store`: caching is opt-in.
 */
export function secureResponse(
  response: Response,
  { env, requestId }: { env: Pick<Env, "HSTS_PRELOAD" | "SITE_STAGE">; requestId: string },
): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(common)) headers.set(name, value);
  // For browsers that do not read this part of the policy.
  const isFramed = headers.get("Content-Security-Policy")?.includes(ownFrames) === true;
  headers.set("X-Frame-Options", isFramed ? "SAMEORIGIN" : "DENY");
  // Preload lists are easy to join and slow to leave, so the owner must ask for it.
  if (env.HSTS_PRELOAD === "on")
    headers.set("Strict-Transport-Security", `${common["Strict-Transport-Security"]}; preload`);
  if (isStaging(env)) headers.set("X-Robots-Tag", "noindex, nofollow");
  // The link of a preview is a secret: such a page sets `no-referrer` itself.
  if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  if (!headers.has("Cross-Origin-Resource-Policy")) headers.set("Cross-Origin-Resource-Policy", "same-origin");
  headers.set("X-Request-Id", requestId);
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", apiPolicy);
  if (headers.has("Set-Cookie") || !headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Where the challenge of the contact form comes from, if one is configured. */
const challengeOrigin = "https://challenges.cloudflare.com";

const restOfPolicy = [
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

const noFrames = "frame-ancestors 'none'";
const ownFrames = "frame-ancestors 'self'";

/**
 * The policy of a page that this site's own pages show in a frame, where it has no script. For all else of it, as
 * `documentPolicy`.
 */
export function framedPolicy(): string {
  return `default-src 'self'; script-src 'none'; ${restOfPolicy}; ${ownFrames}`;
}

/**
 * The policy of a document that draws something foreign, shown by this site's own pages in a frame: it has no origin, and loads
 * nothing but its script from `origin`.
 */
export function ownFramePolicy(origin: string): string {
  return `sandbox allow-scripts; default-src 'none'; script-src ${origin}/assets/; style-src 'unsafe-inline'; img-src blob: data:; font-src data:; base-uri 'none'; form-action 'none'; ${ownFrames}`;
}

/**
 * The policy of a document whose inline scripts are exactly those named by `sources` (`'sha256-…'` or `'nonce-…'`).
 * No inline styles, no plug-ins, no framing, no other origin but those of players in frames, and that of the challenge
 * where `env` configures one. A page that was opened by a link within the site keeps the policy of the one before it, so
 * all have the same.
 */
export function documentPolicy(sources: readonly string[], env: Pick<Env, "TURNSTILE_SITE_KEY"> = {}): string {
  const challenge = env.TURNSTILE_SITE_KEY ? [challengeOrigin] : [];
  const scripts = ["'self'", ...challenge, ...sources].join(" ");
  const frames = [...challenge, "'self'", ...playerOrigins].join(" ");
  return `default-src 'self'; script-src ${scripts}; frame-src ${frames}; ${restOfPolicy}; ${noFrames}`;
}

/** The policy of a mail as HTML, shown by this site's own pages in a frame: it runs and loads nothing. */
export const mailFramePolicy = `sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; ${ownFrames}`;

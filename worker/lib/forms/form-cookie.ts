/**
 * How a form that was posted without script comes back: the answers and what was wrong with them travel in
 * a short-lived cookie, which the page's loader reads and clears. Passwords are never in it.
 */
import { z } from "zod";
import { type Refusal, refusalReasons } from "#shared/pages/refusal.ts";
import { decodeBase64url, encodeBase64url } from "../text/base64url.ts";
import { readCookie, writeCookie } from "../http/cookies.ts";

export const formCookie = { name: "__Host-form", maxAge: 60 };
const largestCookie = 3500;

const refusalSchema = z.object({
  status: z.int(),
  title: z.string(),
  problems: z.array(z.object({ field: z.string().exactOptional(), message: z.string() })),
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  retryAfter: z.int().optional(),
  reason: z.enum(refusalReasons).optional(),
}) satisfies z.ZodType<Refusal>;

/** The Set-Cookie value that carries a refusal to the next page; without the answers when they do not fit. */
export function writeFormOutcome(refusal: Refusal): string {
  const value = encodeOutcome(refusal);
  const { name, maxAge } = formCookie;
  return writeCookie(name, value.length > largestCookie ? encodeOutcome({ ...refusal, answers: {} }) : value, {
    maxAge,
  });
}

/** The outcome that came with the request, if any, and the Set-Cookie value that clears it. */
export function takeFormOutcome(request: Request): { outcome: Refusal | null; clear: string | null } {
  const value = readCookie(request, formCookie.name);
  if (value === null) return { outcome: null, clear: null };
  return { outcome: decodeOutcome(value), clear: writeCookie(formCookie.name, "", { maxAge: 0 }) };
}

function encodeOutcome(outcome: Refusal): string {
  return encodeBase64url(new TextEncoder().encode(JSON.stringify(outcome)));
}

/** A cookie may be cut, come from an older version of the site, or be made up by whoever sits at the browser. */
function decodeOutcome(value: string): Refusal | null {
  const bytes = decodeBase64url(value);
  if (!bytes) return null;
  try {
    return refusalSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null;
  } catch {
    return null;
  }
}

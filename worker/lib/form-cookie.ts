/**
 * How a form that was posted without script finds its way back: the answers and what was wrong with them travel in
 * a short-lived cookie, which the page's loader reads and clears. Passwords are never in it.
 */
import { z } from "zod";
import { decodeBase64url, encodeBase64url } from "./base64url.ts";
import { readCookie, writeCookie } from "./cookies.ts";

export const formCookie = { name: "__Host-form", maxAge: 60 };
const largestCookie = 3500;

const outcomeSchema = z.object({
  status: z.int(),
  /** One sentence for the top of the form. */
  message: z.string(),
  /** What is wrong, by field. */
  errors: z.record(z.string(), z.array(z.string())),
  /** The answers to fill in again. */
  values: z.record(z.string(), z.string()),
  /** Whole seconds to wait, when the refusal was about haste. */
  retryAfter: z.int().nullable(),
});

export type FormOutcome = z.infer<typeof outcomeSchema>;

/** The Set-Cookie value that carries an outcome to the next page; without the answers when they do not fit. */
export function writeFormOutcome(outcome: FormOutcome): string {
  const value = encodeOutcome(outcome);
  const { name, maxAge } = formCookie;
  return writeCookie(name, value.length > largestCookie ? encodeOutcome({ ...outcome, values: {} }) : value, {
    maxAge,
  });
}

/** The outcome that came with the request, if any, and the Set-Cookie value that clears it. */
export function takeFormOutcome(request: Request): { outcome: FormOutcome | null; clear: string | null } {
  const value = readCookie(request, formCookie.name);
  if (value === null) return { outcome: null, clear: null };
  return { outcome: decodeOutcome(value), clear: writeCookie(formCookie.name, "", { maxAge: 0 }) };
}

function encodeOutcome(outcome: FormOutcome): string {
  return encodeBase64url(new TextEncoder().encode(JSON.stringify(outcome)));
}

/** A cookie may be cut, come from an older version of the site, or be made up by whoever sits at the browser. */
function decodeOutcome(value: string): FormOutcome | null {
  const bytes = decodeBase64url(value);
  if (!bytes) return null;
  try {
    return outcomeSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null;
  } catch {
    return null;
  }
}

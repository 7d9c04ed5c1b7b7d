/**
 * Replacing AUTH_SECRET: the former one is AUTH_SECRET_PREVIOUS and still opens what it made until
 * AUTH_SECRET_PREVIOUS_UNTIL. Nothing new is made with it. See docs/decisions/039-company-sign-in-and-keys.md.
 */
import { now } from "./clock.ts";

export const shortestSecret = 32;

/** The secrets that open and verify, newest first. Only the first one makes anything. */
export type Secrets = readonly [current: string, ...former: string[]];

export type SecretVariables = Pick<
  Cloudflare.Env,
  "AUTH_SECRET" | "AUTH_SECRET_PREVIOUS" | "AUTH_SECRET_PREVIOUS_UNTIL"
>;

/** "unusable": it is set, but is too short, or nobody can tell until when it is accepted. */
type FormerSecret = { state: "none" | "unusable" | "over" } | { state: "accepted"; secret: string };

/** What the former secret is good for now. */
export function readFormerSecret({ AUTH_SECRET_PREVIOUS, AUTH_SECRET_PREVIOUS_UNTIL }: SecretVariables): FormerSecret {
  if (!AUTH_SECRET_PREVIOUS) return { state: "none" };
  const until = parseInstant(AUTH_SECRET_PREVIOUS_UNTIL ?? "");
  if (until === null || AUTH_SECRET_PREVIOUS.length < shortestSecret) return { state: "unusable" };
  return until <= now() ? { state: "over" } : { state: "accepted", secret: AUTH_SECRET_PREVIOUS };
}

/** The secrets that this deployment accepts at this moment. */
export function listSecrets(env: SecretVariables): Secrets {
  const former = readFormerSecret(env);
  return former.state === "accepted" ? [env.AUTH_SECRET, former.secret] : [env.AUTH_SECRET];
}

/**
 * The instant of an ISO date or date and time, in epoch milliseconds: "2027-01-31" (its first moment in UTC) or
 * "2027-01-31T18:00Z". Null for anything else.
 */
export function parseInstant(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return null;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? null : instant;
}

import { z } from "zod";

/** `skipped`: not configured, or the service did not answer, which is not the visitor's fault. */
export type ChallengeOutcome = "passed" | "failed" | "skipped";

const verifyUrl = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const patienceMs = 3000;
const answerSchema = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).default([]) });
/** Error codes that are caused by the service or our configuration, not by the visitor. */
const notTheirs = new Set(["internal-error", "invalid-input-secret", "missing-input-secret"]);

/**
 * Asks Turnstile whether `token` is valid, if a secret is configured. A form without script has no token, and fails.
 * `ask` is `fetch` or a test double. Never throws.
 */
export async function checkChallenge(
  secret: string | undefined,
  { token, address }: { token: string; address: string | null },
  ask: typeof fetch = fetch,
): Promise<ChallengeOutcome> {
  if (!secret) return "skipped";
  if (!token || token.length > 2048) return "failed";
  const body = new URLSearchParams({ secret, response: token, ...(address && { remoteip: address }) });
  try {
    const response = await ask(verifyUrl, { method: "POST", body, signal: AbortSignal.timeout(patienceMs) });
    const answer = answerSchema.safeParse(await response.json());
    if (!answer.success || answer.data["error-codes"].some((code) => notTheirs.has(code))) return "skipped";
    return answer.data.success ? "passed" : "failed";
  } catch {
    return "skipped";
  }
}

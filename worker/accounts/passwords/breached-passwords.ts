import { toHex } from "#shared/text/hash.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

const timeoutMs = 1000;

/**
 * Asks Have I Been Pwned whether a password is in a known breach. Only the first five of the 40 hex digits of its SHA-1
 * leave the Worker. Off unless BREACHED_PASSWORD_CHECK is "hibp". No answer within a second counts as "not breached".
 */
export async function isBreachedPassword(
  password: string,
  { env, log }: Pick<RequestScope, "env" | "log">,
): Promise<boolean> {
  if (env.BREACHED_PASSWORD_CHECK !== "hibp") return false;
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
  const hex = toHex(new Uint8Array(digest)).toUpperCase();
  try {
    const response = await fetch(`https://api.pwnedpasswords.com/range/${hex.slice(0, 5)}`, {
      headers: { "Add-Padding": "true" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const lines = (await response.text()).split(/\r?\n/);
    // Padding lines have a count of 0.
    return lines.some((line) => line.startsWith(`${hex.slice(5)}:`) && !line.endsWith(":0"));
  } catch (error) {
    log.warn("breach list did not answer", { reason: String(error) });
    return false;
  }
}

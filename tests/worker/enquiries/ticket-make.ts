/** What a public form needs in order to be sent, for tests. */
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { issueTicket } from "#worker/lib/forms/ticket.ts";

/** A ticket that was issued `age` milliseconds ago. */
export async function makeTicket(age = 10_000): Promise<string> {
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() - age);
  try {
    return await issueTicket(env.AUTH_SECRET);
  } finally {
    clock.mockRestore();
  }
}

/** A limit that nobody reaches. */
export const patient = { limit: async () => ({ success: true }) } as RateLimit;

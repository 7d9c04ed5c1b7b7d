import { now } from "../lib/clock.ts";
import { UnavailableError } from "../lib/errors.ts";

const slots = 4;
/** A request that its client has dropped never gets to hand its slot back; the lease runs out instead. */
const leaseMs = 10_000;
const leases = new Map<symbol, number>();

/**
 * Runs `work`, which hashes one password, in one of the isolate's four slots. A hash blocks the isolate for about
 * 150 ms: without a limit a burst of sign-ins would hold up the public pages.
 * @throws UnavailableError when all slots are taken.
 */
export async function withHashSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const [lease, until] of leases) if (until <= now()) leases.delete(lease);
  if (leases.size >= slots) throw new UnavailableError(1);
  const lease = Symbol("hash slot");
  leases.set(lease, now() + leaseMs);
  try {
    return await work();
  } finally {
    leases.delete(lease);
  }
}

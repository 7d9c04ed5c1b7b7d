import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import type { SignedIn } from "#app/staff/guard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { FactorName } from "#worker/accounts/second-factors/change-factors.ts";
import { type OwnCodes, readFactors } from "#worker/accounts/second-factors/read-factors.ts";

export interface FactorRow extends FactorName {
  name: string;
  added: Instant;
  used: Instant | null;
  isSynced: boolean;
}

/** What `SecondFactors` shows of an account. */
export interface FactorsView {
  factors: FactorRow[];
  codes: OwnCodes;
  /** The account must have a second factor. */
  isNeeded: boolean;
}

/** For the loader of a page with `SecondFactors`. Rejects when D1 does. */
export async function readFactorsView(
  db: Db,
  { caller: { user, needsFactor }, locale, env }: { caller: SignedIn; locale: string; env: Env },
): Promise<FactorsView> {
  const { factors, codes } = await readFactors(db, user.id as AccountId, env);
  return {
    factors: factors.map(({ kind, id, name, addedAt, usedAt, isSynced }) => ({
      kind,
      id,
      name,
      added: toInstant(addedAt, locale),
      used: usedAt === null ? null : toInstant(usedAt, locale),
      isSynced,
    })),
    codes,
    isNeeded: needsFactor,
  };
}

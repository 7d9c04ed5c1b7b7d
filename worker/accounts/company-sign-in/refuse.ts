import type { CompanyRefusal } from "#shared/accounts/company-sign-in.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";

/** Why the provider's answer signs nobody in: `code` for the page, the message for the log alone. */
export class CompanySignInError extends Error {
  override name = "CompanySignInError";
  readonly code: CompanyRefusal;
  /** The account that it is about, where one was found. */
  readonly user: AccountId | null;

  constructor(
    code: CompanyRefusal,
    reason: string,
    { cause, user = null }: { cause?: unknown; user?: AccountId | null } = {},
  ) {
    super(reason, { cause });
    this.code = code;
    this.user = user;
  }
}

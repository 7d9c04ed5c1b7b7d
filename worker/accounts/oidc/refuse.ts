import type { CompanyRefusal } from "#app/shared/company-sign-in.ts";

/** Why the provider's answer signs nobody in: `code` for the page, the message for the log alone. */
export class CompanySignInError extends Error {
  override name = "CompanySignInError";
  readonly code: CompanyRefusal;

  constructor(code: CompanyRefusal, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.code = code;
  }
}

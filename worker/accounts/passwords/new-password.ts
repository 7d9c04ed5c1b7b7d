import { describeStrength, judgePassword, listOwnWords } from "#shared/accounts/password-strength.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isBreachedPassword } from "./breached-passwords.ts";
import { refuseWhenCrowded, takeHashTurn } from "./hash-turns.ts";
import { requireLocalAccounts } from "../company-sign-in/settings.ts";
import { hashPassword } from "./passwords.ts";

interface NewPassword {
  password: string;
  email: string;
  /** The person's name, where it is known. */
  name?: string | null | undefined;
}

/**
 * Checks a new password: against what guessers try, the words of the person and of the company, and, if configured, the
 * list of breached passwords.
 * @throws InvalidInputError on field `password`.
 */
export async function checkNewPassword({ password, email, name }: NewPassword, scope: RequestScope): Promise<void> {
  const strength = judgePassword(password, listOwnWords([email, name ?? "", ...scope.company.words]));
  if (strength.level === "guessable") throw new InvalidInputError({ password: [describeStrength(strength)] });
  if (await isBreachedPassword(password, scope)) {
    throw new InvalidInputError({ password: ["This password is in a known data breach. Choose another."] });
  }
}

/**
 * The hash of a new password that passes, made in its turn.
 * @throws LocalAccountsForbiddenError, InvalidInputError on field `password`, UnavailableError when too many wait
 */
export async function hashNewPassword(given: NewPassword, scope: RequestScope): Promise<string> {
  requireLocalAccounts(scope.env);
  refuseWhenCrowded("stranger");
  await checkNewPassword(given, scope);
  return hashInTurn(given.password, scope);
}

/**
 * The hash of a password, made in its turn.
 * @throws UnavailableError when too many wait
 */
export async function hashInTurn(password: string, { env }: Pick<RequestScope, "env">): Promise<string> {
  const turn = await takeHashTurn("stranger");
  return turn.run((runStretch) => hashPassword(password, env.AUTH_SECRET, runStretch));
}

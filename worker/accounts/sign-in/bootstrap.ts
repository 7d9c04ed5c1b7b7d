import { sql } from "kysely";
import { superAdmin } from "#shared/permissions.ts";
import { recordAuditWhen } from "#worker/audit/record.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, NotAllowedError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { equalSecrets } from "#worker/lib/secrets.ts";
import { takeHashTurn } from "../passwords/hash-turns.ts";
import { checkNewPassword } from "../passwords/new-password.ts";
import { hashPassword } from "../passwords/passwords.ts";
import { limitAttempts } from "./rate-limit.ts";
import { insertAccount, planAccountRow } from "./sign-up.ts";
import { findUnverified, takeOverAccount } from "./take-over.ts";

const isUnadministered = sql<boolean>`NOT EXISTS (SELECT 1 FROM account_roles WHERE role = ${superAdmin})`;

interface FirstAdmin {
  secret: string;
  email: string;
  password: string;
  request: Request;
}

/**
 * Creates the first super admin for a caller who knows BOOTSTRAP_SECRET. Works once: the rows are written only if no
 * super admin exists, in one transaction. An unverified account under the address is taken over; a verified one is not
 * changed.
 * @throws NotFoundError when no secret is configured, NotAllowedError for a wrong one, ConflictError once it is done.
 */
export async function bootstrap(
  db: Db,
  { secret, email, password, request }: FirstAdmin,
  scope: RequestScope,
): Promise<void> {
  const { env, requestId } = scope;
  await limitAttempts(request, "bootstrap", scope);
  if (!env.BOOTSTRAP_SECRET) throw new NotFoundError();
  if (!(await equalSecrets(env.AUTH_SECRET, secret, env.BOOTSTRAP_SECRET))) throw new NotAllowedError();
  await checkNewPassword({ email, password }, scope);
  const turn = await takeHashTurn("known");
  const passwordHash = await turn.run((runStretch) => hashPassword(password, env.AUTH_SECRET, runStretch));
  const squatted = await findUnverified(db, email);
  const user = planAccountRow({ email, passwordHash, isVerified: true });
  const id = squatted ?? user.id;
  // Matches only an account made or taken over by this batch: the hash has a random salt, so no other account has it.
  const made = db.selectFrom("accounts").select("id").where("id", "=", id).where("password_hash", "=", passwordHash);
  await runBatch(db, [
    ...(squatted === null
      ? [insertAccount(db, user, isUnadministered)]
      : takeOverAccount(db, { id, passwordHash, requestId }, isUnadministered)),
    db
      .insertInto("account_roles")
      .columns(["account_id", "role", "granted_at"])
      .expression(made.select([sql.lit(superAdmin).as("role"), sql.val(now()).as("granted_at")])),
    recordAuditWhen(db, made, { action: "user.bootstrapped", actor: id, subject: id, requestId }),
  ]);
  if (!(await made.executeTakeFirst())) {
    throw new ConflictError("There is a super admin already, or the address is taken. Delete BOOTSTRAP_SECRET.");
  }
}

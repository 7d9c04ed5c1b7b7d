import { sql } from "kysely";
import { recordAuditWhen } from "../audit/record.ts";
import { type Db, openDb, runBatch } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, NotAllowedError, NotFoundError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { equalSecrets } from "../lib/secrets.ts";
import { withHashSlot } from "./hash-slots.ts";
import { hashPassword } from "./passwords.ts";
import { limitAttempts } from "./rate-limit.ts";
import { checkNewPassword, planUser } from "./sign-up.ts";

interface FirstAdmin {
  secret: string;
  email: string;
  password: string;
}

/**
 * Makes the first super admin for whoever holds BOOTSTRAP_SECRET. Works once: the rows are written only where no
 * super admin and no account of that address exists, in one transaction.
 * @throws NotFoundError when no secret is configured, NotAllowedError for a wrong one, ConflictError once it is done.
 */
export async function bootstrap(
  { secret, email, password }: FirstAdmin,
  request: Request,
  scope: RequestScope,
): Promise<void> {
  const { env, requestId } = scope;
  await limitAttempts(request, scope, "bootstrap");
  if (!env.BOOTSTRAP_SECRET) throw new NotFoundError();
  if (!(await equalSecrets(env.AUTH_SECRET, secret, env.BOOTSTRAP_SECRET))) throw new NotAllowedError();
  await checkNewPassword({ email, password }, scope);
  const passwordHash = await withHashSlot(() => hashPassword(password, env.AUTH_SECRET));
  const db = openDb(env.DB);
  const user = planUser({ email, passwordHash });
  const made = db.selectFrom("users").select("id").where("id", "=", user.id);
  await runBatch(env.DB, [
    insertUnlessAdministered(db, user),
    db
      .insertInto("user_roles")
      .columns(["user_id", "role", "granted_at"])
      .expression(made.select([sql.lit("super_admin").as("role"), sql.val(now()).as("granted_at")])),
    recordAuditWhen(db, made, { action: "user.bootstrapped", actor: user.id, subject: user.id, requestId }),
  ]);
  if (!(await made.executeTakeFirst())) {
    throw new ConflictError("There is a super admin already, or the address is taken. Delete BOOTSTRAP_SECRET.");
  }
}

/** The query that adds `user` where there is no super admin yet and no account of that address. */
function insertUnlessAdministered(db: Db, user: ReturnType<typeof planUser>) {
  return db
    .insertInto("users")
    .columns(["id", "email", "status", "password_hash", "created_at", "updated_at"])
    .expression(
      db
        .selectNoFrom([
          sql.val(user.id).as("id"),
          sql.val(user.email).as("email"),
          sql.val(user.status).as("status"),
          sql.val(user.password_hash).as("password_hash"),
          sql.val(user.created_at).as("created_at"),
          sql.val(user.updated_at).as("updated_at"),
        ])
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom("user_roles").select("role").where("role", "=", "super_admin"))),
        )
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom("users").select("id").where("email", "=", user.email))),
        ),
    );
}

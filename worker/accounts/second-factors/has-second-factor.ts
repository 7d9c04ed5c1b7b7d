import { sql } from "kysely";

/** SQL that is true of an account, named by the expression `userId`, that has a passkey or a confirmed app. */
export function hasSecondFactor(userId: string) {
  return sql<0 | 1>`(
    exists (select 1 from passkeys where passkeys.account_id = ${sql.ref(userId)})
    or exists (select 1 from authenticator_apps as app where app.account_id = ${sql.ref(userId)} and app.confirmed_at is not null))`;
}

/** Conditions of SQL: what account an address has, at that point of a batch. */
import { sql } from "kysely";

/** An active account that somebody signed up for, and whose address nobody has confirmed yet. */
export function isUnconfirmed(email: string) {
  return sql<boolean>`exists (select 1 from accounts where email = ${email} and status = 'active' and verified_at is null)`;
}

/** An account of a proven address, whatever its status. */
export function isConfirmed(email: string) {
  return sql<boolean>`exists (select 1 from accounts where email = ${email} and verified_at is not null)`;
}

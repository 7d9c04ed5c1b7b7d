import { sql } from "kysely";
import { listRolesWith } from "#shared/permissions.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import { NotFoundError } from "#worker/lib/errors.ts";

/** The candidate, as mails to them need it. */
export interface Candidate {
  id: ApplicationId;
  name: string;
  email: string;
  locale: string;
  /** IANA name; "" where it is not known. */
  time_zone: string;
  /** Title of the job; null for an application without a role. */
  job: string | null;
  stage: string;
}

/** A colleague, as mails to them need it. */
export interface Colleague {
  id: AccountId;
  email: string;
  name: string | null;
  time_zone: string | null;
  /** 1 where they may read applications. */
  mayRead: 0 | 1;
}

/**
 * Who an interview of the application is about, and the active accounts among `people`. Two queries in one trip.
 * @throws {NotFoundError} when the application is gone
 */
export async function readParties(
  db: Db,
  application: ApplicationId,
  people: readonly AccountId[],
): Promise<{ candidate: Candidate; colleagues: Colleague[] }> {
  const candidates = db
    .selectFrom("applications")
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .select(["applications.id", "name", "email", "locale", "time_zone", "openings.title as job", "stage"])
    .where("applications.id", "=", application);
  const colleagues = db
    .selectFrom("accounts")
    .select(["accounts.id", "accounts.email", "accounts.name", "accounts.time_zone"])
    .select(
      sql<0 | 1>`exists (select 1 from account_roles where account_id = accounts.id
        and role in (${sql.join(listRolesWith("applications.read"))}))`.as("mayRead"),
    )
    .where("accounts.status", "=", "active")
    .where("accounts.id", "in", [...people]);
  const [found, others] = await runBatch(db, [candidates, colleagues]);
  const [candidate] = readRows(candidates, found);
  if (!candidate) throw new NotFoundError();
  return { candidate, colleagues: readRows(colleagues, others) };
}

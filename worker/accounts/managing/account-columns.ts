/** What is known of an account beyond its row, as SQL of one row of `accounts`. */
import { type RawBuilder, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { type Role, roles } from "#shared/permissions.ts";
import { isFlagged } from "#worker/audit/unusual.ts";
import { isOpenSession } from "../sessions/sessions.ts";

/** An account that nobody has used for so long counts as dormant, in milliseconds. */
const dormantAfter = 90 * day;

/** The best second factor that is set up. */
export type Factor = "passkey" | "app" | "none";

/** How an account stands; the first of these that fits. */
export type Standing = "disabled" | "unconfirmed" | "roleless" | "dormant" | "must-add" | "active";

export const factor = sql<Factor>`case
  when exists (select 1 from passkeys where passkeys.account_id = accounts.id) then 'passkey'
  when exists (select 1 from authenticator_apps as app
    where app.account_id = accounts.id and app.confirmed_at is not null) then 'app'
  else 'none' end`;

/** How many sessions are open at `at`. */
export function countOpenSessions(at: number): RawBuilder<number> {
  return sql<number>`(select count(*) from sessions
    where sessions.account_id = accounts.id and accounts.status = 'active' and ${isOpenSession(at)})`;
}

/** 1 where an open session was started in a country that was new for the account. */
export function hasNewCountry(at: number): RawBuilder<0 | 1> {
  return sql<
    0 | 1
  >`exists (select 1 from sessions where sessions.account_id = accounts.id and accounts.status = 'active'
    and ${isOpenSession(at)} and ${isFlagged("sessions.id", "new country")})`;
}

/** The place of the account's highest role in the list of roles, as one digit; after all of them for who has none. */
export const rankRoles = sql<number>`coalesce((select min(case role
  ${sql.join(
    roles.map((role, place) => sql`when ${sql.lit(role)} then ${sql.lit(place)}`),
    sql` `,
  )} end) from account_roles as ranked where ranked.account_id = accounts.id), ${sql.lit(roles.length)})`;

/** What `selectStanding` compares with. */
export interface StandingTerms {
  /** Epoch milliseconds. */
  at: number;
  /** Roles that ask for a second factor. */
  needFactor: readonly Role[];
}

/** How an account stands at `at`. Demo accounts are never asked for a second factor. */
export function selectStanding({ at, needFactor }: StandingTerms): RawBuilder<Standing> {
  const needs = sql`exists (select 1 from account_roles as asked
    where asked.account_id = accounts.id and asked.role in (${sql.join(needFactor)}))`;
  return sql<Standing>`case
    when accounts.status <> 'active' then 'disabled'
    when accounts.verified_at is null then 'unconfirmed'
    when not exists (select 1 from account_roles as any_role where any_role.account_id = accounts.id) then 'roleless'
    when ${isDormant(at)} then 'dormant'
    when accounts.is_demo = 0 and ${factor} = 'none' and ${needs} then 'must-add'
    else 'active' end`;
}

/** True of accounts that nobody has used for long; who never did counts from when the account was made. */
export function isDormant(at: number): RawBuilder<boolean> {
  return sql<boolean>`coalesce(accounts.seen_at, accounts.created_at) < ${at - dormantAfter}`;
}

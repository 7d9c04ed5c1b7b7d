import { sql } from "kysely";
import type { ListCursor } from "#shared/pages/list.ts";
import { type Role, roles, superAdmin } from "#shared/permissions.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import { countPage, listDirections, type PageOrder, readPage, selectPage } from "#worker/db/list-page.ts";
import { foldPeople, hasPerson } from "#worker/lib/text/search-people.ts";
import { selectPendingInvites } from "./list-invites.ts";
import { readPictureId } from "../own/picture.ts";
import { readSettings, selectSettings } from "#worker/lib/saved-views.ts";
import { isOpenSession } from "../sessions/sessions.ts";
import {
  countOpenSessions,
  type Factor,
  factor,
  hasNewCountry,
  isDormant,
  selectStanding,
  type Standing,
  type StandingTerms,
} from "./account-columns.ts";
import { orderAccounts, type AccountSort } from "./account-order.ts";

export const accountsPerPage = 25;

/** What staff may see of an account in a list; instants are epoch milliseconds. */
export type ListedAccount = Awaited<ReturnType<typeof listUsers>>["rows"][number];

/** Which accounts are asked for; null for any. */
export interface AccountFilter {
  /** "none" for accounts without a role. */
  role: Role | "none" | null;
  factor: Factor | null;
  standing: Standing | null;
  /** Words that name or address must contain, however they are written; "" for anything. */
  words: string;
}

interface AskedAccounts {
  filter: AccountFilter;
  sort: AccountSort;
  cursor: ListCursor | null;
  /** Who reads, and the list that their settings are about. */
  reader: AccountId;
  list: string;
  terms: StandingTerms;
}

/**
 * One page of accounts with its figures, the invitations that are open, and what the reader keeps about the list: four
 * queries in one round trip.
 */
export async function listUsers(db: Db, { filter, sort, cursor, reader, list, terms }: AskedAccounts) {
  if (filter.words !== "") await foldPeople(db, "accounts");
  const order = orderAccounts(sort, { terms, cursor });
  const listed = selectAccounts(db, { filter, order, terms, size: accountsPerPage });
  const figures = countAccounts(db, { filter, order, terms });
  const invites = selectPendingInvites(db);
  const settings = selectSettings(db, { user: reader, list });
  const results = await runBatch(db, [listed, figures, invites, settings]);
  const { total, beyond, ...counts } = readRow(figures, results[1]);
  const page = readPage(readRows(listed, results[0]), { total, beyond }, { cursor, size: accountsPerPage });
  return {
    ...page,
    rows: page.rows.map(parseAccount),
    figures: counts,
    invites: readRows(invites, results[2]),
    settings: readSettings(readRow(settings, results[3])),
  };
}

interface SelectedAccounts {
  filter: AccountFilter;
  order: PageOrder;
  terms: StandingTerms;
}

/**
 * The query of one page of accounts. Which accounts stand on it is read from an index alone; what is shown is then looked up
 * for these few.
 */
export function selectAccounts(db: Db, { filter, order, terms, size }: SelectedAccounts & { size: number }) {
  const page = selectPage(filterAccounts(db, filter, terms).select("accounts.id"), order, size);
  const [byValue, byId] = listDirections(order);
  return selectShown(db, terms)
    .innerJoin(page.as("page"), "page.id", "accounts.id")
    .select("page.sort_value")
    .orderBy("page.sort_value", byValue)
    .orderBy("accounts.id", byId);
}

/** What staff see of accounts. */
export function selectShown(db: Db, terms: StandingTerms) {
  return db
    .selectFrom("accounts")
    .leftJoin("accounts as inviter", "inviter.id", "accounts.invited_by")
    .select([
      "accounts.id",
      "accounts.email",
      "accounts.name",
      "accounts.status",
      "accounts.version",
      "accounts.created_at",
      "accounts.seen_at",
      "accounts.picture_key",
      "inviter.name as inviter_name",
      "inviter.email as inviter_email",
      factor.as("factor"),
      selectStanding(terms).as("standing"),
      countOpenSessions(terms.at).as("sessions"),
      hasNewCountry(terms.at).as("new_country"),
      rolesOf.as("roles"),
      // Whoever invited has been removed since.
      sql<
        0 | 1
      >`exists (select 1 from invites where invites.accepted_by = accounts.id and invites.invited_by is null)`.as(
        "inviter_gone",
      ),
    ]);
}

/** The roles of a row of `accounts` as a JSON array. */
export const rolesOf = sql<string>`(
  select json_group_array(role) from account_roles where account_roles.account_id = accounts.id)`;

/**
 * The roles that `rolesOf` gives, the highest first. A role that a newer Worker may have stored opens nothing, so it is left
 * out.
 */
export function readRoles(json: string): Role[] {
  const held = JSON.parse(json) as string[];
  return roles.filter((role) => held.includes(role));
}

function parseRoles<Row extends { roles: string }>({ roles, ...row }: Row) {
  return { ...row, roles: readRoles(roles) };
}

/** A row of `selectShown` with its roles as a list, and with the id of its picture; null without one. */
export function parseAccount<Row extends { roles: string; picture_key: string | null }>({ picture_key, ...row }: Row) {
  return { ...parseRoles(row), picture: picture_key === null ? null : readPictureId(picture_key) };
}

/** The query of every number on the page. */
export function countAccounts(db: Db, { filter, order, terms }: SelectedAccounts) {
  const users = db.selectFrom("accounts").select(({ fn }) => fn.countAll<number>().as("count"));
  const active = users.where("accounts.status", "=", "active");
  const open = db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.account_id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("sessions.idle_expires_at", ">", terms.at)
    .where("accounts.status", "=", "active")
    .where(isOpenSession(terms.at));
  return db
    .selectFrom(countPage(filterAccounts(db, filter, terms), order).as("counted"))
    .select([
      "counted.total",
      "counted.beyond",
      users.as("everyone"),
      filterAccounts(db, { ...everyone, standing: "roleless" }, terms)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("roleless"),
      users.where("status", "=", "disabled").as("disabled"),
      active.where(sql<boolean>`${factor} = 'none'`).as("unguarded"),
      filterAccounts(db, { ...everyone, standing: "dormant" }, terms)
        .where(isDormant(terms.at))
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("dormant"),
      users.where("id", "in", selectHolders(db).where("role", "=", superAdmin)).as("supers"),
      open.as("sessions"),
    ])
    .$narrowType<
      Record<"everyone" | "roleless" | "disabled" | "unguarded" | "dormant" | "supers" | "sessions", number>
    >();
}

const everyone: AccountFilter = { role: null, factor: null, standing: null, words: "" };

/** The accounts whose name or address contains all `words`, by address. */
export async function findAccounts(db: Db, { words, limit }: { words: string; limit: number }) {
  await foldPeople(db, "accounts");
  return filterAccounts(db, { ...everyone, words }, { at: 0, needFactor: [] })
    .select(["accounts.id", "accounts.email", "accounts.name"])
    .orderBy("accounts.email")
    .limit(limit)
    .execute();
}

/** The accounts of `filter`, without order or columns. */
export function filterAccounts(db: Db, { role, factor: asked, standing, words }: AccountFilter, terms: StandingTerms) {
  return (
    db
      .selectFrom("accounts")
      .$if(asked !== null, (query) =>
        query.where("accounts.status", "=", "active").where(sql<boolean>`${factor} = ${asked}`),
      )
      // With the status, because an index has it.
      .$if(standing !== null, (query) =>
        query
          .where("accounts.status", "=", standing === "disabled" ? "disabled" : "active")
          .where(sql<boolean>`${selectStanding(terms)} = ${standing}`),
      )
      .$if(role === "none", (query) => query.where("accounts.id", "not in", selectHolders(db)))
      .$if(role !== null && role !== "none", (query) =>
        query.where("accounts.id", "in", selectHolders(db).where("role", "=", role as Role)),
      )
      .$if(words !== "", (query) => query.where(hasPerson("accounts", words)))
  );
}

function selectHolders(db: Db) {
  return db.selectFrom("account_roles").select("account_id");
}

export type HeldAccount = Awaited<ReturnType<typeof readHeldAccounts>>[number];

/** The present state of these accounts, from which a change of several starts; those that are gone are left out. */
export async function readHeldAccounts(db: Db, ids: readonly AccountId[]) {
  const rows = await db
    .selectFrom("accounts")
    .select(["accounts.id", "accounts.email", "accounts.name", "accounts.status", rolesOf.as("roles")])
    .where("accounts.id", "in", ids)
    .execute();
  return rows.map(parseRoles);
}

import { sql } from "kysely";
import type { ListCursor } from "#app/shared/list.ts";
import { isRole, type Role } from "#app/shared/permissions.ts";
import { type Db, readRow, readRows, runBatch } from "../db/client.ts";
import type { UserId, UserStatus } from "../db/accounts-tables.ts";
import { countPage, type PageOrder, readPage, selectPage, type SortColumn } from "../db/list-page.ts";
import { readSettings, selectSettings } from "./saved-views.ts";

export const usersPerPage = 25;

/** What staff may see of an account; instants are epoch milliseconds. */
export interface ListedUser {
  id: UserId;
  email: string;
  /** The user's name for colleagues; null if not set. */
  name: string | null;
  status: UserStatus;
  roles: Role[];
  createdAt: number;
  /** When the password was last given; null if never. */
  signedInAt: number | null;
}

/** Which accounts are asked for. */
export interface UserFilter {
  /** "none" for accounts without a role; null for any. */
  role: Role | "none" | null;
  status: UserStatus | null;
  /** What name or address must contain; "" for anything. */
  words: string;
}

/** What accounts can be sorted by; who has no name stands under the address, who never signed in comes first. */
const userSorts = {
  name: { value: sql<string>`coalesce(users.name, users.email) collate nocase`, kind: "text" },
  email: { value: sql<string>`users.email`, kind: "text" },
  created: { value: sql<number>`users.created_at`, kind: "number" },
  signedIn: { value: sql<number>`coalesce(users.signed_in_at, 0)`, kind: "number" },
} as const satisfies Record<string, SortColumn>;

interface AskedUsers {
  filter: UserFilter;
  sort: { by: keyof typeof userSorts; direction: "asc" | "desc" };
  cursor: ListCursor | null;
  /** Who reads, and the list that their settings are about. */
  reader: UserId;
  list: string;
}

/** One page of accounts with its figures and what the reader keeps about the list: three queries in one round trip. */
export async function listUsers(db: Db, { filter, sort, cursor, reader, list }: AskedUsers) {
  const order = orderUsers(sort, cursor);
  const listed = selectUsers(db, filter, order);
  const figures = countUsers(db, filter, order);
  const settings = selectSettings(db, { user: reader, list });
  const results = await runBatch(db, [listed, figures, settings]);
  const { total, beyond, ...counts } = readRow(figures, results[1]);
  const page = readPage(readRows(listed, results[0]), { total, beyond }, { cursor, size: usersPerPage });
  return {
    ...page,
    rows: page.rows.map((row): ListedUser => ({
      id: row.id,
      email: row.email,
      name: row.name,
      status: row.status,
      roles: (JSON.parse(row.roles ?? "[]") as string[]).filter(isRole),
      createdAt: row.created_at,
      signedInAt: row.signed_in_at,
    })),
    figures: counts,
    settings: readSettings(readRow(settings, results[2])),
  };
}

/** The order `sort` of accounts, from `cursor` on. */
export function orderUsers({ by, direction }: AskedUsers["sort"], cursor: ListCursor | null): PageOrder {
  return { column: userSorts[by], direction, id: "users.id", cursor };
}

/** The query of one page of accounts. */
export function selectUsers(db: Db, filter: UserFilter, order: PageOrder) {
  const found = filterUsers(db, filter).select((query) => [
    "users.id",
    "users.email",
    "users.name",
    "users.status",
    "users.created_at",
    "users.signed_in_at",
    query
      .selectFrom("user_roles")
      .whereRef("user_roles.user_id", "=", "users.id")
      .select(sql<string>`json_group_array(role ORDER BY role)`.as("roles"))
      .as("roles"),
  ]);
  return selectPage(found, order, usersPerPage);
}

/** The query of every number on the page. */
export function countUsers(db: Db, filter: UserFilter, order: PageOrder) {
  const users = db.selectFrom("users").select(({ fn }) => fn.countAll<number>().as("count"));
  return db
    .selectFrom(countPage(filterUsers(db, filter), order).as("counted"))
    .select([
      "counted.total",
      "counted.beyond",
      users.as("everyone"),
      users.where("status", "=", "active").where("id", "not in", selectHolders(db)).as("roleless"),
      users.where("status", "=", "disabled").as("disabled"),
    ])
    .$narrowType<Record<"everyone" | "roleless" | "disabled", number>>();
}

/** The accounts whose name or address contains `words`, by address. */
export function findUsers(db: Db, { words, limit }: { words: string; limit: number }) {
  return filterUsers(db, { role: null, status: null, words })
    .select(["users.id", "users.email", "users.name"])
    .orderBy("users.email")
    .limit(limit)
    .execute();
}

function filterUsers(db: Db, { role, status, words }: UserFilter) {
  return db
    .selectFrom("users")
    .$if(status !== null, (query) => query.where("users.status", "=", status ?? "active"))
    .$if(role === "none", (query) => query.where("users.id", "not in", selectHolders(db)))
    .$if(role !== null && role !== "none", (query) =>
      query.where("users.id", "in", selectHolders(db).where("role", "=", role as Role)),
    )
    .$if(words !== "", (query) =>
      query.where(sql<boolean>`instr(lower(coalesce(users.name, '') || char(10) || users.email), lower(${words})) > 0`),
    );
}

function selectHolders(db: Db) {
  return db.selectFrom("user_roles").select("user_id");
}

/** How many active accounts have no role, so that their owners get Access Denied everywhere. */
export async function countUsersWithoutRole(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("status", "=", "active")
    .where("id", "not in", selectHolders(db))
    .executeTakeFirstOrThrow();
  return count;
}

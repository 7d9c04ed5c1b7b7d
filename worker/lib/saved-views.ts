import { sql } from "kysely";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { Density, SavedViewId, AccountId } from "#worker/db/accounts-tables.ts";
import { now } from "./clock.ts";
import { ConflictError, NotFoundError } from "./errors.ts";
import { newId } from "./ids.ts";

/** Views that one account may keep of one list: as many as stand in a row. */
const mostViews = 12;

interface SavedView {
  id: SavedViewId;
  name: string;
  /** The query of the list's address, "?" included; "" for the whole list. */
  query: string;
}

/** What somebody keeps about a list. */
export interface ListSettings {
  density: Density;
  views: SavedView[];
}

/** The query of what `user` keeps about `list`: one row, for `readSettings`. */
export function selectSettings(db: Db, { user, list }: { user: AccountId; list: string }) {
  return db.selectNoFrom([
    (query) => query.selectFrom("list_settings").select("density").where("account_id", "=", user).as("density"),
    (query) =>
      query
        .selectFrom("saved_views")
        .select(
          sql<string>`json_group_array(json_object('id', id, 'name', name, 'query', query) order by id)`.as("json"),
        )
        .where("account_id", "=", user)
        .where("list", "=", list)
        .as("views"),
  ]);
}

export function readSettings({ density, views }: { density: Density | null; views: string | null }): ListSettings {
  return { density: density ?? "comfortable", views: JSON.parse(views ?? "[]") as SavedView[] };
}

interface NewView {
  user: AccountId;
  list: string;
  name: string;
  query: string;
}

/**
 * Keeps a list as it is shown, under a name, and returns the view's id.
 * @throws {ConflictError} when there is a view of that name, or no room for another
 */
export async function saveView(db: Db, { user, list, name, query }: NewView): Promise<SavedViewId> {
  const id = newId<SavedViewId>();
  const count = db
    .selectFrom("saved_views")
    .where("account_id", "=", user)
    .where("list", "=", list)
    .select(({ fn }) => fn.countAll<number>().as("count"));
  const added = await db
    .insertInto("saved_views")
    .columns(["id", "account_id", "list", "name", "query", "created_at"])
    .expression(
      db
        .selectNoFrom([
          sql.val(id).as("id"),
          sql.val(user).as("account_id"),
          sql.val(list).as("list"),
          sql.val(name).as("name"),
          sql.val(query).as("query"),
          sql.val(now()).as("created_at"),
        ])
        .where(count, "<", mostViews),
    )
    .executeTakeFirst()
    .catch(refuseName);
  if (Number(added.numInsertedOrUpdatedRows ?? 0) !== 1)
    throw new ConflictError(`A list has room for ${mostViews} views of yours. Delete one first.`);
  return id;
}

interface OwnView {
  user: AccountId;
  id: SavedViewId;
}

/**
 * Gives a view another name, another query, or both.
 * @throws {NotFoundError} when `user` has no such view
 * @throws {ConflictError} when another view of the list has that name
 */
export async function changeView(
  db: Db,
  { user, id }: OwnView,
  values: { name?: string; query?: string },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("saved_views")
    .set(values)
    .where("id", "=", id)
    .where("account_id", "=", user)
    .executeTakeFirst()
    .catch(refuseName);
  if (Number(numUpdatedRows ?? 0) !== 1) throw new NotFoundError("This view has been deleted.");
}

/**
 * The page opens with the view for `user` from now on, in place of another; with null as it does for everybody.
 * @throws {NotFoundError} when `user` has no such view
 */
export async function setDefaultView(
  db: Db,
  { user, list, id }: { user: AccountId; list: string; id: SavedViewId | null },
): Promise<void> {
  const own = db.updateTable("saved_views").where("account_id", "=", user).where("list", "=", list);
  const cleared = own.set({ is_default: 0 }).where("is_default", "=", 1);
  if (id === null) return void (await cleared.execute());
  const [, chosen] = await runBatch(db, [
    cleared.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("saved_views as wanted")
          .select("wanted.id")
          .where("wanted.id", "=", id)
          .where("wanted.account_id", "=", user)
          .where("wanted.list", "=", list),
      ),
    ),
    own.set({ is_default: 1 }).where("id", "=", id),
  ]);
  if (chosen?.meta.changes !== 1) throw new NotFoundError("This view has been deleted.");
}

/** The query of the id of the view that a page opens with for `user`; null without one. */
export function selectDefaultView(db: Db, { user, list }: { user: AccountId; list: string }) {
  return db
    .selectFrom("saved_views")
    .select("id")
    .where("account_id", "=", user)
    .where("list", "=", list)
    .where("is_default", "=", 1);
}

/** Deletes a view of `user`; one that is gone already counts as deleted. */
export async function deleteView(db: Db, { user, id }: OwnView): Promise<void> {
  await db.deleteFrom("saved_views").where("id", "=", id).where("account_id", "=", user).execute();
}

/** Remembers how close the rows of lists stand for `user`. */
export async function setDensity(db: Db, { user, density }: { user: AccountId; density: Density }): Promise<void> {
  await db
    .insertInto("list_settings")
    .values({ account_id: user, density })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ density }))
    .execute();
}

function refuseName(error: unknown): never {
  if (error instanceof Error && /UNIQUE constraint failed/.test(error.message))
    throw new ConflictError("You have a view of this name already. Choose another.");
  throw error;
}

import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { type ListChange, type ListCursor, readListState } from "#app/shared/list.ts";
import { toUserFilter, userList } from "#app/staff/users/user-list.ts";
import {
  countUsers,
  countUsersWithoutRole,
  listUsers,
  orderUsers,
  selectUsers,
  usersPerPage,
} from "#worker/accounts/list-users.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { expectIndexed } from "./expect-indexed.ts";
import { call, makeAddress, makeUser, password } from "./make.ts";

const db = openDb(env.DB);
const reader = "019a0000-0000-7000-8000-000000000001" as UserId;

/** The page of accounts at an address. */
function list(search = "", { page = null }: Pick<ListChange, "page"> = {}) {
  const state = readListState(userList, new URLSearchParams(search));
  const asked = { filter: toUserFilter(state), sort: state.sort, cursor: page as ListCursor | null };
  return listUsers(db, { ...asked, reader, list: userList.id });
}

async function emails(search: string): Promise<string[]> {
  const { rows } = await list(search);
  return rows.map(({ email }) => email.replace("@example.com", ""));
}

test("accounts come by e-mail address with roles, status and last sign-in, and nothing secret", async () => {
  const [, anna] = [
    await makeUser({ email: "zoe@example.com", status: "disabled" }),
    await makeUser({ email: "anna@example.com", name: "Anna Berg", roles: ["talent_admin", "HR"] }),
  ];
  const headers = { "CF-Connecting-IP": makeAddress() };
  await call("/api/auth/sign-in", { json: { email: anna.email, password }, headers });
  // What is known of the last sign-in outlives its session.
  await db.deleteFrom("sessions").execute();
  const { rows, counts, figures } = await list();
  expect(counts).toEqual({ total: 2, before: 0 });
  expect(figures).toEqual({ everyone: 2, roleless: 0, disabled: 1 });
  expect(rows).toEqual([
    {
      id: anna.id,
      email: "anna@example.com",
      name: "Anna Berg",
      status: "active",
      roles: ["HR", "talent_admin"],
      createdAt: anna.created_at,
      signedInAt: expect.any(Number),
    },
    expect.objectContaining({ email: "zoe@example.com", status: "disabled", roles: [], signedInAt: null }),
  ]);
  expect(rows[0]?.signedInAt).toBeGreaterThan(Date.now() - 60_000);
});

test("accounts are found by words, role and status, and sorted both ways", async () => {
  await makeUser({ email: "b@example.com", name: "zoe", roles: ["HR"] });
  await makeUser({ email: "a@example.com", name: "Yan", roles: ["super_admin"], status: "disabled" });
  await makeUser({ email: "c@example.com" });
  expect(await emails("")).toEqual(["a", "b", "c"]);
  expect(await emails("?sort=-email")).toEqual(["c", "b", "a"]);
  expect(await emails("?sort=name")).toEqual(["c", "a", "b"]);
  expect(await emails("?q=ZO")).toEqual(["b"]);
  expect(await emails("?q=%25")).toEqual([]);
  expect(await emails("?role=HR")).toEqual(["b"]);
  expect(await emails("?role=none")).toEqual(["c"]);
  expect(await emails("?status=disabled")).toEqual(["a"]);
  expect(await emails("?role=super_admin&status=active")).toEqual([]);
  expect(await emails("?role=x&status=x&sort=password_hash")).toEqual(["a", "b", "c"]);
});

test("pages lead on and back, and one past the end knows the total", async () => {
  for (let index = 0; index < usersPerPage + 1; index += 1) await makeUser();
  const first = await list();
  const second = await list("", { page: first.next });
  expect([first.rows.length, second.rows.length]).toEqual([usersPerPage, 1]);
  expect(second.counts).toEqual({ total: usersPerPage + 1, before: usersPerPage });
  expect(second.next).toBeNull();
  expect((await list("", { page: second.previous })).rows).toEqual(first.rows);
  const past = await list("", { page: { side: "after", id: reader, value: "zzz" } });
  expect([past.rows.length, past.counts.total]).toEqual([0, usersPerPage + 1]);
});

test("the list takes three queries in one round trip, each on an index with 1,000 accounts", async () => {
  const at = Date.now();
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    id: newId<UserId>(),
    email: `u${index}@example.com`,
    name: index % 2 ? `Name ${index}` : null,
    status: "active" as const,
    created_at: at,
    updated_at: at,
  }));
  await runBatch(
    db,
    rows.map((row) => db.insertInto("users").values(row)),
  );
  const batches = vi.spyOn(env.DB, "batch");
  const prepared = vi.spyOn(env.DB, "prepare");
  await list();
  expect([batches.mock.calls.length, prepared.mock.calls.length]).toEqual([1, 3]);
  vi.restoreAllMocks();
  const cursor = { side: "after", id: reader, value: "m" } as const;
  for (const search of ["", "?role=HR", "?role=none", "?status=disabled", "?q=name"])
    for (const sort of ["name", "email", "created", "signedIn"] as const)
      for (const from of [null, cursor]) {
        const filter = toUserFilter(readListState(userList, new URLSearchParams(search)));
        const order = orderUsers({ by: sort, direction: "asc" }, from);
        await expectIndexed(selectUsers(db, filter, order));
        await expectIndexed(countUsers(db, filter, order));
      }
});

test("only active accounts without a role wait for one", async () => {
  await makeUser();
  await makeUser({ status: "disabled" });
  await makeUser({ roles: ["HR"] });
  expect(await countUsersWithoutRole(db)).toBe(1);
});

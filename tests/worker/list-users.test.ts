import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { countUsersWithoutRole, listUsers, usersPerPage } from "#worker/accounts/list-users.ts";
import { openDb } from "#worker/db/client.ts";
import { call, makeAddress, makeUser, password } from "./make.ts";

test("accounts come by e-mail address with roles, status and last sign-in, and nothing secret", async () => {
  const [, anna] = [
    await makeUser({ email: "zoe@example.com", status: "disabled" }),
    await makeUser({ email: "anna@example.com", name: "Anna Berg", roles: ["talent_admin", "HR"] }),
  ];
  const headers = { "CF-Connecting-IP": makeAddress() };
  await call("/api/auth/sign-in", { json: { email: anna.email, password }, headers });
  // What is known of the last sign-in outlives its session.
  await openDb(env.DB).deleteFrom("sessions").execute();
  const { users, total } = await listUsers(openDb(env.DB), { page: 1 });
  expect(total).toBe(2);
  expect(users).toEqual([
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
  expect(users[0]?.signedInAt).toBeGreaterThan(Date.now() - 60_000);
});

test("a page holds 25 accounts, and a page past the end is empty but knows the total", async () => {
  for (let index = 0; index < usersPerPage + 1; index += 1) await makeUser();
  const db = openDb(env.DB);
  const pages = [1, 2, 3].map((page) => listUsers(db, { page }));
  const sizes = (await Promise.all(pages)).map(({ users, total }) => [users.length, total]);
  expect(sizes).toEqual([
    [25, 26],
    [1, 26],
    [0, 26],
  ]);
});

test("only active accounts without a role wait for one", async () => {
  await makeUser();
  await makeUser({ status: "disabled" });
  await makeUser({ roles: ["HR"] });
  expect(await countUsersWithoutRole(openDb(env.DB))).toBe(1);
});

/** Links that work once: used by one of many at once, for their own purpose and in their time. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { explainUnchangeable, listGrantable } from "#shared/accounts/delegation.ts";
import { type Role, roles } from "#shared/permissions.ts";
import { freshFor, requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import {
  consumeLink,
  endLinks,
  linkLives,
  planLink,
  readLink,
  selectOpenLink,
} from "#worker/accounts/links/one-time-links.ts";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { ConflictError, StaleSignInError } from "#worker/lib/errors.ts";
import { nowInSeconds } from "#worker/lib/clock.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);

async function makeLink(email: string) {
  const { token, queries } = await planLink(db, { purpose: "invite", email });
  await runBatch(db, queries);
  return token;
}

test("a link says what it is about as often as it is opened, in any case of its address", async () => {
  const token = await makeLink("Ann@demo.example");
  expect(await readLink(db, { purpose: "invite", token })).toMatchObject({ email: "Ann@demo.example", user: null });
  expect(await readLink(db, { purpose: "invite", token })).not.toBeNull();
});

test("the table holds no token", async () => {
  const token = await makeLink("ann@demo.example");
  const rows = await db.selectFrom("one_time_tokens").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("a link is good for no other purpose", async () => {
  const token = await makeLink("ann@demo.example");
  expect(await readLink(db, { purpose: "password_reset", token })).toBeNull();
});

test("a link ends with its time", async () => {
  vi.setSystemTime(Date.now());
  const token = await makeLink("ann@demo.example");
  vi.setSystemTime(Date.now() + linkLives.invite - 1000);
  expect(await readLink(db, { purpose: "invite", token })).not.toBeNull();
  vi.setSystemTime(Date.now() + 2000);
  expect(await readLink(db, { purpose: "invite", token })).toBeNull();
});

test("a newer link for the address ends the older one, and no other address's", async () => {
  const older = await makeLink("ann@demo.example");
  const other = await makeLink("bob@demo.example");
  const newer = await makeLink("ANN@demo.example");
  const found = await Promise.all([older, other, newer].map((token) => readLink(db, { purpose: "invite", token })));
  expect(found.map((link) => link !== null)).toEqual([false, true, true]);
  await endLinks(db, { purpose: "invite", email: "ann@demo.example" }).execute();
  expect(await readLink(db, { purpose: "invite", token: newer })).toBeNull();
});

test("of twenty who use a link at once, one may", async () => {
  const actor = await makeAccount();
  const token = await makeLink("ann@demo.example");
  const link = await readLink(db, { purpose: "invite", token });
  const hash = link?.hash ?? "";
  const use = () =>
    runRecorded(db, {
      actor: actor.id,
      requestId: crypto.randomUUID(),
      subject: null,
      audit: { action: "user.signed_up" },
      given: { rows: selectOpenLink(db, { purpose: "invite", hash }).select("token_sha256"), conflict: "used" },
      queries: [consumeLink(db, { hash })],
    });
  const results = await Promise.allSettled(Array.from({ length: 20 }, use));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  expect(refused.every((reason) => reason instanceof ConflictError)).toBe(true);
});

test("a sign-in is fresh for 15 minutes", () => {
  expect(() => requireFreshSignIn({ authTime: nowInSeconds() - freshFor + 5 })).not.toThrow();
  expect(() => requireFreshSignIn({ authTime: nowInSeconds() - freshFor - 5 })).toThrow(StaleSignInError);
});

test("who may change whom: the whole table", () => {
  const me = (held: Role) => ({ id: "me", roles: [held] });
  const changeable = (held: Role) =>
    roles.filter((role) => explainUnchangeable(me(held), { id: "other", roles: [role] }) === null);
  expect(Object.fromEntries(roles.map((role) => [role, changeable(role)]))).toEqual({
    super_admin: [...roles],
    marketing_admin: ["marketing_admin"],
    talent_admin: ["talent_admin", "HR"],
    HR: [],
  });
  expect(roles.map((role) => listGrantable([role]))).toEqual(roles.map(changeable));
  expect(explainUnchangeable(me("super_admin"), me("super_admin"))).toBe("own account");
  const both = { id: "other", roles: ["marketing_admin", "talent_admin"] as const };
  expect(explainUnchangeable(me("talent_admin"), both)).toBe("role beyond one's own");
});

/** A new password for somebody who is signed in. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { changePassword } from "#worker/accounts/passwords/change-password.ts";
import { openDb } from "#worker/db/client.ts";
import { InvalidInputError, TooManyAttemptsError } from "#worker/lib/errors.ts";
import { password, runsPerHash } from "../make.ts";
import { makeScope } from "../make-scope.ts";
import { countHashes, listMailKinds, readAccounts, readLinkPath } from "./links-make.ts";
import { signIn } from "./sign-in-make.ts";
import { askToMove, makeRequest, makeSignedIn } from "./signed-in-make.ts";
import { visit } from "../visit.ts";

const db = openDb(env.DB);
const next = "seven calm lanterns";
const newEmail = "moved@example.com";

let hashes: Awaited<ReturnType<typeof countHashes>>;

beforeEach(async () => {
  hashes = await countHashes();
});

async function makeChanger() {
  const signedIn = await makeSignedIn();
  const { user, sessionId } = signedIn;
  const change = (given: { current: string; next: string }) =>
    changePassword(db, { user, sessionId, ...given, request: makeRequest() }, makeScope());
  return { ...signedIn, change };
}

test("who knows the present password sets a new one: other sessions end, this one stays, and a mail tells it", async () => {
  const { user, listLive, change } = await makeChanger();
  await change({ current: password, next });
  expect(await listLive()).toEqual([true, false]);
  expect([(await signIn(user.email, password)).status, (await signIn(user.email, next)).status]).toEqual([401, 200]);
  expect(await listMailKinds(user.email)).toEqual(["password-changed"]);
  const audit = await db.selectFrom("audit_log").select("actor_id").where("action", "=", "password.changed").execute();
  expect(audit).toEqual([{ actor_id: user.id }]);
});

test("a new password ends a link for a new one and a change of address that wait", async () => {
  const { user, change } = await makeChanger();
  await visit("/auth/forgot", { form: { email: user.email } });
  await askToMove(user, newEmail);
  const paths = [await readLinkPath(user.email, "password-reset"), await readLinkPath(newEmail, "email-change")];
  await change({ current: password, next });
  for (const path of paths) expect((await visit(path)).status).toBe(400);
});

test("a wrong present password is refused beside its field, counted, and delayed after five", async () => {
  const { user, change } = await makeChanger();
  const before = await readAccounts();
  for (let guess = 0; guess < 6; guess += 1) {
    const refused = await change({ current: "not the right password", next }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidInputError);
    expect((refused as InvalidInputError).fields).toHaveProperty("current");
  }
  await expect(change({ current: password, next })).rejects.toBeInstanceOf(TooManyAttemptsError);
  expect(hashes).toHaveBeenCalledTimes(6 * runsPerHash);
  expect(await readAccounts()).toBe(before);
  const recorded = db.selectFrom("audit_log").select(["actor_id", "subject_id", "detail", "unusual"]);
  const entries = await recorded.where("action", "=", "session.confirmation_refused").orderBy("id").execute();
  expect(entries).toHaveLength(6);
  expect(entries[0]).toMatchObject({
    actor_id: user.id,
    subject_id: user.id,
    detail: expect.stringContaining("password"),
  });
  expect(entries.map(({ unusual }) => unusual)).toEqual([null, null, null, null, "many failures", null]);
  expect(JSON.stringify(entries)).not.toContain("not the right");
});

test("a new password that is easy to guess costs no hash and no attempt", async () => {
  const { change } = await makeChanger();
  for (const given of ["passwordpassword", "grace hopper 1906"]) {
    const refused = await change({ current: password, next: given }).catch((error: unknown) => error);
    expect((refused as InvalidInputError).fields).toHaveProperty("next");
  }
  expect(hashes).not.toHaveBeenCalled();
  expect(await db.selectFrom("sign_in_backoff").selectAll().execute()).toEqual([]);
});

test("of four changes of a password at once, one is made", async () => {
  const { change } = await makeChanger();
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, (_, index) => change({ current: password, next: `${next} ${index}` })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

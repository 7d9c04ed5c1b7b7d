/** What the audit log says of proofs that were refused, and of a right password that alone opens nothing. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { recordedRefusals } from "#worker/accounts/sign-in/record-refusal.ts";
import { openDb } from "#worker/db/client.ts";
import { makeApp, makePasskey } from "./factors-make.ts";
import { passkeysApi } from "#worker/api/passkeys.ts";
import { authApi } from "#worker/api/auth.ts";
import { secondStepApi } from "#worker/api/second-step.ts";
import { callParts } from "../ask-parts.ts";
import { countScrypt, makeSession, makeAccount, password, writeCookies, muteConsole } from "../make.ts";
import { makeAuthenticator } from "./software-authenticator.ts";
import { writeWithoutIds } from "../../without-ids.ts";

const call = callParts(passkeysApi, authApi, secondStepApi);

const db = openDb(env.DB);

muteConsole("warn");
beforeEach(() => void countScrypt());

const offer = async () =>
  (await call("/api/auth/passkeys/sign-in/options", { method: "POST" })).json<{ challenge: string }>();

const usePasskey = async (json: object) => (await call("/api/auth/passkeys/sign-in", { json })).status;

/** The entries about proofs that were refused or are still to come, the oldest first. */
async function readEntries() {
  const rows = await db
    .selectFrom("audit_log")
    .selectAll()
    .where("action", "in", ["session.refused", "session.confirmation_refused", "session.pending"])
    .orderBy("id")
    .execute();
  return rows.map(({ action, actor_id: actor, subject_id: subject, detail, unusual }) => {
    const { by, why, missing } = JSON.parse(detail ?? "{}") as Record<string, unknown>;
    return { action, actor, subject, by, why, missing, unusual };
  });
}

test("a right password that stops at the second factor is recorded: somebody has it", async () => {
  const user = await makeAccount();
  await makeApp(user);
  const response = await call("/api/auth/sign-in", { json: { email: user.email, password } });
  expect(response.status).toBe(401);
  expect(await readEntries()).toMatchObject([
    { action: "session.pending", actor: null, subject: user.id, missing: "totp, recovery_code", unusual: null },
  ]);
});

test("of an account without a second factor nothing waits, and nothing says so", async () => {
  const { email } = await makeAccount();
  expect((await call("/api/auth/sign-in", { json: { email, password } })).status).toBe(200);
  expect(await readEntries()).toEqual([]);
});

test("refused passkeys are recorded with what was wrong: unknown, forged, replayed, of a disabled account", async () => {
  const user = await makeAccount();
  const { device } = await makePasskey(user);
  const stranger = await makeAuthenticator();
  await usePasskey(await stranger.sign(await offer()));
  await usePasskey({ ...(await stranger.sign(await offer())), id: device.id, rawId: device.id });
  const assertion = await device.sign(await offer());
  expect([await usePasskey(assertion), await usePasskey(assertion)]).toEqual([200, 401]);
  await db.updateTable("accounts").set({ status: "disabled" }).execute();
  expect(await usePasskey(await device.sign(await offer()))).toBe(401);
  const given = { action: "session.refused", actor: null, by: "passkey", unusual: null };
  expect(await readEntries()).toMatchObject([
    { ...given, subject: null, why: "unknown passkey" },
    { ...given, subject: user.id, why: "wrong signature" },
    { ...given, subject: user.id, why: "challenge used before or over" },
    { ...given, subject: user.id, why: "disabled account" },
  ]);
  const log = JSON.stringify(await db.selectFrom("audit_log").selectAll().execute());
  for (const part of [device.id, stranger.id, user.email]) expect(log).not.toContain(part);
});

test("passkeys that nobody knows fill the log no more than guesses do", async () => {
  const stranger = await makeAuthenticator();
  const answers = await Promise.all(
    Array.from({ length: recordedRefusals.strangers + 3 }, async () => usePasskey(await stranger.sign(await offer()))),
  );
  expect(new Set(answers)).toEqual(new Set([401]));
  const entries = await readEntries();
  expect(entries).toHaveLength(recordedRefusals.strangers);
  expect(entries.filter(({ unusual }) => unusual === "many failures")).toHaveLength(1);
});

test("wrong passwords, codes and passkeys of who is to confirm who they are count together, and many are flagged", async () => {
  const [user, other] = [await makeAccount(), await makeAccount()];
  await makeApp(user);
  const { device } = await makePasskey(other);
  const headers = { Cookie: writeCookies(await makeSession(user.id)) };
  const confirm = async (json: object) => (await call("/api/auth/confirm", { json, headers })).status;
  expect(await confirm({ password: "not the right one" })).toBe(400);
  expect(await confirm({ password, code: "" })).toBe(400);
  for (const code of ["000000", "0a1b2-c3d4e"]) expect(await confirm({ password, code })).toBe(400);
  for (let time = 0; time < 2; time += 1)
    expect(await confirm({ passkey: await device.sign(await offer()) })).toBe(401);
  const given = { action: "session.confirmation_refused", actor: user.id, subject: user.id };
  expect(await readEntries()).toMatchObject([
    { ...given, by: "password", unusual: null },
    { ...given, by: "code", unusual: null },
    { ...given, by: "code", unusual: null },
    { ...given, by: "passkey", why: "passkey of another account", unusual: null },
    { ...given, by: "passkey", unusual: "many failures" },
  ]);
  const log = writeWithoutIds(await db.selectFrom("audit_log").selectAll().execute());
  for (const secret of ["not the right", "000000", "0a1b2"]) expect(log).not.toContain(secret);
});

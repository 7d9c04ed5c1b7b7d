/** Codes of apps (against another maker's generator), recovery codes, and what their owner may do with them. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { beginApp, confirmApp, readAppCode } from "#worker/accounts/second-factors/authenticator-apps.ts";
import { removeFactor, renameFactor, renewRecoveryCodes } from "#worker/accounts/second-factors/change-factors.ts";
import { readFactors } from "#worker/accounts/second-factors/read-factors.ts";
import { isRecoveryCode, readRecoveryCode } from "#worker/accounts/second-factors/recovery-codes.ts";
import { listFactorKinds } from "#worker/accounts/second-factors/second-factors.ts";
import { takeOverAccount } from "#worker/accounts/sign-in/take-over.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import { makeApp, makeOwner, makePasskey, makeRecoveryCodes, showCode, useUp } from "./factors-make.ts";
import { authApi } from "#worker/api/auth.ts";
import { secondStepApi } from "#worker/api/second-step.ts";
import { callParts } from "../ask-parts.ts";
import { countScrypt, makeAccount, password, readSetCookies, muteConsole } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const call = callParts(authApi, secondStepApi);

const db = openDb(env.DB);

muteConsole("warn");
beforeEach(() => void countScrypt());

/** In the middle of a step, so that no step ends during the test. */
function stopClock(seconds = 0): void {
  const step = 30_000;
  vi.setSystemTime(Math.floor(Date.now() / step) * step + step / 2 + seconds * 1000);
}

test("a code of another maker's app works one step of 30 seconds before and after its own, and no further", async () => {
  stopClock();
  const user = await makeAccount();
  const { key } = await makeApp(user);
  stopClock(600);
  const give = (seconds: number) =>
    useUp(readAppCode(db, { userId: user.id, code: showCode(key, seconds) }, makeScope()));
  expect(await give(-60)).toBe(false);
  expect(await give(60)).toBe(false);
  expect(await give(-30)).toBe(true);
  expect(await give(0)).toBe(true);
  expect(await give(30)).toBe(true);
});

test("no code works twice, nor one from before the last one, nor for twenty at once", async () => {
  stopClock();
  const user = await makeAccount();
  const { key } = await makeApp(user);
  const give = (code: string) => useUp(readAppCode(db, { userId: user.id, code }, makeScope()));
  // Confirming has used this one up.
  expect(await give(showCode(key))).toBe(false);
  stopClock(600);
  const code = showCode(key);
  const answers = await Promise.all(Array.from({ length: 20 }, () => give(code)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await give(showCode(key, -30))).toBe(false);
  expect(await give(showCode(key, 30))).toBe(true);
});

test("an app's secret is stored sealed, and does not open in another row", async () => {
  const [ada, eve] = [await makeAccount(), await makeAccount()];
  const { key, appId } = await makeApp(ada);
  await makeApp(eve);
  const rows = await db.selectFrom("authenticator_apps").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(key);
  const adas = rows.find(({ id }) => id === appId);
  await db
    .updateTable("authenticator_apps")
    .set({ secret_sealed: adas?.secret_sealed ?? "" })
    .where("account_id", "=", eve.id)
    .execute();
  expect(await useUp(readAppCode(db, { userId: eve.id, code: showCode(key, 30) }, makeScope()))).toBe(false);
});

test("an app proves nothing until its first code is right, and only its owner confirms it", async () => {
  const [ada, eve] = [await makeAccount(), await makeAccount()];
  const { id, key, uri } = await beginApp(db, { user: ada, name: "Phone" }, makeScope());
  expect(uri).toMatch(/^otpauth:\/\/totp\//);
  expect(await listFactorKinds(db, ada.id, { env })).toEqual([]);
  expect(await useUp(readAppCode(db, { userId: ada.id, code: showCode(key) }, makeScope()))).toBe(false);
  const confirm = (user: typeof ada, code: string) => confirmApp(db, { owner: makeOwner(user), id, code }, makeScope());
  await expect(confirm(ada, "000000")).rejects.toBeInstanceOf(InvalidInputError);
  await expect(confirm(eve, showCode(key))).rejects.toBeInstanceOf(NotFoundError);
  expect(await confirm(ada, showCode(key))).toHaveLength(10);
  expect(await listFactorKinds(db, ada.id, { env })).toEqual(["totp", "recovery_code"]);
  await expect(confirm(ada, showCode(key, 30))).rejects.toBeInstanceOf(NotFoundError);
});

test("twenty sign-ins with one recovery code start one session, and its owner hears of it", async () => {
  const user = await makeAccount({ roles: ["HR"] });
  const { codes } = await makeApp(user);
  const [code = ""] = codes;
  const waiting = await Promise.all(
    Array.from({ length: 20 }, () => call("/api/auth/sign-in", { json: { email: user.email, password } })),
  );
  const cookies = waiting.map((answer) => `__Host-pending=${readSetCookies(answer)["__Host-pending"]}`);
  const answers = await Promise.all(
    cookies.map((Cookie) => call("/api/auth/second-step", { json: { code }, headers: { Cookie } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  const sessions = await db.selectFrom("sessions").select("proofs").execute();
  expect(sessions).toEqual([{ proofs: '["password","recovery_code"]' }]);
  const used = await db.selectFrom("audit_log").select("id").where("action", "=", "recovery_code.used").execute();
  expect(used).toHaveLength(1);
  const mails = await db.selectFrom("outbox").select(["subject", "text"]).orderBy("created_at").execute();
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining("An authenticator app was added"),
    expect.stringContaining("Somebody signed in to your account with a recovery code"),
  ]);
  expect(JSON.stringify(mails)).not.toContain(code);
  expect((await readFactors(db, user.id, env)).codes).toEqual({ left: 9, all: 10, secret: "current" });
});

test("a recovery code is read in any spelling, belongs to one account, and is stored as a keyed hash", async () => {
  const [ada, eve] = [await makeAccount(), await makeAccount()];
  const [first = "", second = "", third = ""] = await makeRecoveryCodes(ada.id);
  await makeRecoveryCodes(eve.id);
  const give = (account: typeof ada, code: string) => useUp(readRecoveryCode(db, { account, code }, makeScope()));
  expect(await give(eve, first)).toBe(false);
  expect(await give(ada, ` ${first.toUpperCase().replace("-", " ")} `)).toBe(true);
  expect(await give(ada, first)).toBe(false);
  expect(await give(ada, second.replaceAll("0", "O").replaceAll("1", "l"))).toBe(true);
  expect(await give(ada, third.slice(0, -1))).toBe(false);
  expect([first, "aaaaa", "uuuuu-uuuuu", ""].map(isRecoveryCode)).toEqual([true, false, false, false]);
  expect(JSON.stringify(await db.selectFrom("recovery_codes").selectAll().execute())).not.toContain(third.slice(0, 5));
});

test("new recovery codes end the older ones, and need a factor that they stand in for", async () => {
  const user = await makeAccount();
  const owner = makeOwner(user);
  await expect(renewRecoveryCodes(db, { owner }, makeScope())).rejects.toBeInstanceOf(ConflictError);
  const { codes: older } = await makeApp(user);
  const newer = await renewRecoveryCodes(db, { owner }, makeScope());
  expect(await useUp(readRecoveryCode(db, { account: user, code: older[0] ?? "" }, makeScope()))).toBe(false);
  expect(await useUp(readRecoveryCode(db, { account: user, code: newer[0] ?? "" }, makeScope()))).toBe(true);
});

test("a factor is renamed and removed by its owner alone; with the last one the recovery codes go", async () => {
  const [ada, eve] = [await makeAccount(), await makeAccount()];
  const { device } = await makePasskey(ada);
  const { appId } = await makeApp(ada);
  const [passkey, app] = [
    { kind: "passkey", id: device.id },
    { kind: "app", id: appId },
  ] as const;
  const rename = (user: typeof ada) =>
    renameFactor(db, { owner: makeOwner(user), factor: passkey, name: "Office" }, makeScope());
  await expect(rename(eve)).rejects.toBeInstanceOf(ConflictError);
  await rename(ada);
  const { factors } = await readFactors(db, ada.id, env);
  expect(factors.map(({ kind, name }) => [kind, name]).toSorted()).toEqual([
    ["app", "Phone"],
    ["passkey", "Office"],
  ]);
  const remove = (user: typeof ada, factor: typeof passkey | typeof app) =>
    removeFactor(db, { owner: makeOwner(user), factor, isNeeded: false }, makeScope());
  await expect(remove(eve, passkey)).rejects.toBeInstanceOf(ConflictError);
  await remove(ada, passkey);
  expect(await listFactorKinds(db, ada.id, { env })).toEqual(["totp", "recovery_code"]);
  await remove(ada, app);
  expect(await readFactors(db, ada.id, env)).toEqual({ factors: [], codes: { left: 0, all: 0, secret: "current" } });
  const actions = await db.selectFrom("audit_log").select("action").where("actor_id", "=", ada.id).execute();
  expect(actions.map(({ action }) => action).toSorted()).toEqual([
    "authenticator_app.added",
    "authenticator_app.removed",
    "passkey.added",
    "passkey.removed",
    "passkey.renamed",
  ]);
});

test("of two factors that are removed at once, one stays where the role needs one", async () => {
  const user = await makeAccount();
  const { device } = await makePasskey(user);
  const { appId } = await makeApp(user);
  const factors = [
    { kind: "passkey", id: device.id },
    { kind: "app", id: appId },
  ] as const;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      removeFactor(
        db,
        { owner: makeOwner(user), factor: factors[index % 2] ?? factors[0], isNeeded: true },
        makeScope(),
      ),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await readFactors(db, user.id, env)).factors).toHaveLength(1);
});

test("who made an account under an address that is not theirs loses their passkey when its owner takes it over", async () => {
  const squatter = await makeAccount({ isVerified: false });
  await makePasskey(squatter);
  await makeApp(squatter);
  const passwordHash = "$scrypt$new";
  await runBatch(db, takeOverAccount(db, { id: squatter.id, passwordHash, requestId: "test" }));
  expect(await listFactorKinds(db, squatter.id, { env })).toEqual([]);
  expect(await db.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
});

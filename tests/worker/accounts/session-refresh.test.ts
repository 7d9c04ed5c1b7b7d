/** Rotation of refresh tokens, and what their reuse means. */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { countRuns } from "#tests/runs.ts";
import { parseRefreshToken, writeRefreshToken } from "#worker/accounts/sessions/refresh-tokens.ts";
import { refreshSession } from "#worker/accounts/sessions/sessions.ts";
import { openDb } from "#worker/db/client.ts";
import type { SessionId } from "#worker/db/accounts-tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { replaceCalls } from "../faulty-bindings.ts";
import { makeSession, makeAccount, readSetCookies } from "../make.ts";
import { makeScope } from "../make-scope.ts";
import { isSignedIn, refresh, wait } from "./sessions-make.ts";

const db = openDb(env.DB);

beforeEach(() => {
  // The clock stands: what takes long on a busy machine is not part of a wait.
  vi.setSystemTime(Date.now());
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

test("a refresh moves the counter by one and gives tokens that work", async () => {
  const user = await makeAccount({ roles: ["HR"] });
  const tokens = await makeSession(user.id);
  const response = await refresh(tokens.refreshToken);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ user: { id: user.id }, roles: ["HR"] });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const cookies = readSetCookies(response);
  expect(cookies["__Host-rt"]).toMatch(new RegExp(`^${tokens.sessionId}\\.1\\.`));
  expect(await isSignedIn(`__Host-at=${cookies["__Host-at"]}`)).toBe(true);
});

test("twenty refreshes at once give one rotation and nineteen graces", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(tokens.refreshToken)));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const handedOut = new Set(responses.map((response) => readSetCookies(response)["__Host-rt"]));
  expect(handedOut.size).toBe(1);
  const session = await db.selectFrom("sessions").select(["counter", "revoked_at"]).executeTakeFirstOrThrow();
  expect(session).toEqual({ counter: 1, revoked_at: null });
});

test("a lost response can be asked for again within ten seconds", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  const lost = readSetCookies(await refresh(tokens.refreshToken))["__Host-rt"];
  wait(9_000);
  const again = await refresh(tokens.refreshToken);
  expect(again.status).toBe(200);
  expect(readSetCookies(again)["__Host-rt"]).toBe(lost);
});

test("an old refresh token after the grace ends the session for everybody", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  const current = readSetCookies(await refresh(tokens.refreshToken))["__Host-rt"] ?? "";
  wait(11_000);
  const reused = await refresh(tokens.refreshToken);
  expect(reused.status).toBe(401);
  expect(readSetCookies(reused)).toEqual({ "__Host-at": "", "__Host-rt": "", "signed-in": "" });
  expect((await refresh(current)).status).toBe(401);
  const session = await db.selectFrom("sessions").select("revoked_reason").executeTakeFirstOrThrow();
  expect(session.revoked_reason).toBe("reuse");
  const audit = await db.selectFrom("audit_log").select(["action", "subject_id"]).execute();
  expect(audit).toEqual([{ action: "session.reuse_detected", subject_id: tokens.sessionId }]);
});

test("a reused token ends the session however far it has moved meanwhile", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  await refresh(tokens.refreshToken);
  wait(11_000);
  // Between the look at the session and its end, somebody refreshes it once more.
  const racing = replaceCalls(env.DB, {
    async batch(statements) {
      await db.updateTable("sessions").set({ counter: 2, refreshed_at: Date.now() }).execute();
      return env.DB.batch(statements);
    },
  });
  expect(await refreshSession(openDb(racing), tokens, makeScope())).toBeNull();
  const session = await db.selectFrom("sessions").select("revoked_reason").executeTakeFirstOrThrow();
  expect(session.revoked_reason).toBe("reuse");
});

test("a reuse that is noticed many times at once is recorded once", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  await refresh(tokens.refreshToken);
  wait(11_000);
  const reused = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens.refreshToken)));
  expect(new Set(reused.map(({ status }) => status))).toEqual(new Set([401]));
  const audit = await db.selectFrom("audit_log").select("action").execute();
  expect(audit).toEqual([{ action: "session.reuse_detected" }]);
});

test("a token two behind ends the session even within ten seconds", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  const second = readSetCookies(await refresh(tokens.refreshToken))["__Host-rt"] ?? "";
  await refresh(second);
  expect((await refresh(tokens.refreshToken)).status).toBe(401);
  expect((await refresh(second)).status).toBe(401);
});

test("a forged counter is refused and the real session stays", async () => {
  const tokens = await makeSession((await makeAccount()).id);
  const [sessionId, , tag] = tokens.refreshToken.split(".");
  for (const counter of ["1", "99", "-1", "0x0", "00", "1e3"]) {
    expect((await refresh(`${sessionId}.${counter}.${tag}`)).status).toBe(401);
  }
  const ahead = await writeRefreshToken(env.AUTH_SECRET, { sessionId: tokens.sessionId, counter: 5 });
  expect((await refresh(ahead)).status).toBe(401);
  const foreign = await writeRefreshToken("another-secret-of-at-least-32-characters", {
    sessionId: tokens.sessionId,
    counter: 0,
  });
  expect((await refresh(foreign)).status).toBe(401);
  expect((await refresh(tokens.refreshToken)).status).toBe(200);
});

test("no text that is not a refresh token of this site parses or throws", async () => {
  const sessionId = newId<SessionId>();
  const good = await writeRefreshToken(env.AUTH_SECRET, { sessionId, counter: 12 });
  expect(await parseRefreshToken([env.AUTH_SECRET], good)).toEqual({ sessionId, counter: 12 });
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .tuple(fc.nat(good.length - 1), fc.string({ maxLength: 2 }))
      .map(([at, text]) => good.slice(0, at) + text + good.slice(at + 1)),
    fc.nat().map((counter) => good.replace(".12.", `.${counter}.`)),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      if (text !== good) expect(await parseRefreshToken([env.AUTH_SECRET], text)).toBeNull();
    }),
    { numRuns: countRuns(1000) },
  );
});

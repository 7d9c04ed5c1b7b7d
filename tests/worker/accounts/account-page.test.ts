/** What somebody sees and changes of their own account, through the built Worker. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { cleanLine } from "#shared/text/clean-line.ts";
import { countRuns } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import { ask, makeCaller, makeStale } from "./account-make.ts";
import { breakBinding } from "../faulty-bindings.ts";
import { makeSession, makeAccount, muteConsole } from "../make.ts";
import { siteOrigin } from "../make-scope.ts";

const db = openDb(env.DB);

muteConsole("error");

const readUser = (id: string) =>
  db
    .selectFrom("accounts")
    .selectAll()
    .where("id", "=", id as never)
    .executeTakeFirstOrThrow();

const listActions = async () =>
  (await db.selectFrom("audit_log").select("action").orderBy("id").execute()).map(({ action }) => action);

test("name and time zone are saved, shown in the frame, and recorded without what they are", async () => {
  const caller = await makeCaller();
  const form = { name: "  Nora\u202e   Lemaire ", zone: "Europe/Paris" };
  const answer = await ask("/account?form=profile", { ...caller, form });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/account?done=profile"]);
  expect(await readUser(caller.user.id)).toMatchObject({ name: "Nora Lemaire", time_zone: "Europe/Paris" });
  const html = await (await ask("/account?done=profile", caller)).text();
  expect(html).toContain("Your name and time zone are saved.");
  expect(html).toContain("Nora Lemaire");
  const [entry] = await db.selectFrom("audit_log").selectAll().execute();
  expect(entry).toMatchObject({ action: "account.changed", actor_id: caller.user.id, detail: "{}", unusual: null });
  await ask("/account?form=profile", { ...caller, form: { name: " ", zone: "" } });
  expect(await readUser(caller.user.id)).toMatchObject({ name: null, time_zone: null });
});

test("what is refused keeps what was typed, except passwords", async () => {
  const caller = await makeCaller();
  const long = "N".repeat(121);
  const answer = await ask("/account?form=profile", { ...caller, form: { name: long, zone: "Moon/Base" } });
  const html = await answer.text();
  expect(answer.status).toBe(400);
  expect(html).toContain(`value="${long}"`);
  expect(html).toContain("A name has at most 120 characters.");
  expect(html).toContain("Choose a time zone of the list.");
  const passwords = { currentPassword: "the present one", newPassword: "short" };
  const refused = await (await ask("/account?form=password", { ...caller, form: passwords })).text();
  expect(refused).toContain("Use at least 15 characters");
  expect(refused).not.toContain("the present one");
  expect(await listActions()).toEqual([]);
});

test("whatever is posted, no answer fails, and what is refused changes nothing", async () => {
  // Thousands of inputs take longer than a session lasts unless it is renewed: here no time passes.
  vi.setSystemTime(Date.now());
  const caller = await makeCaller();
  const before = await readUser(caller.user.id);
  const value = fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.constantFrom("", "UTC", "../x", "=1", "[]"));
  const fields = fc.dictionary(
    fc.constantFrom("name", "zone", "name[]", "picture", "newEmail", "session", "currentPassword", "__proto__", "x[9]"),
    value,
    { maxKeys: 5 },
  );
  const forms = ["profile", "picture", "password", "email", "session-end", "nothing", ""];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...forms), fields, async (form, given) => {
      // These two reach what another part of the software does with good answers.
      fc.pre(!["password", "email"].includes(form) || !("newEmail" in given));
      const former = await readUser(caller.user.id);
      const answer = await ask(`/account.data?form=${form}`, { ...caller, form: given });
      expect(answer.status).toBeLessThan(500);
      const now = await readUser(caller.user.id);
      if (answer.status >= 400) expect(now).toEqual(former);
      else expect(now.name ?? "").toBe(cleanLine(now.name ?? "", 120));
    }),
    { numRuns: countRuns(10_000) },
  );
  expect(await readUser(caller.user.id)).toMatchObject({ email: before.email, password_hash: before.password_hash });
}, 600_000);

test("sessions are listed with device and place, and ended one by one or all but this one", async () => {
  const caller = await makeCaller();
  const others = [await makeSession(caller.user.id), await makeSession(caller.user.id)];
  const stranger = await makeSession((await makeAccount()).id);
  await db
    .updateTable("sessions")
    .set({ device: "Firefox on Linux", place: "Pune, India" })
    .where("id", "=", others[0]?.sessionId as never)
    .execute();
  const html = await (await ask("/account", caller)).text();
  expect(html).toContain("Firefox on Linux");
  expect(html).toContain("Pune, India");
  expect(html).toContain("Unknown place");
  expect(html.match(/This session/g)).toHaveLength(1);
  const end = (session = "") => ask("/account?form=session-end", { ...caller, form: { session } });
  expect((await end(others[0]?.sessionId)).status).toBe(303);
  expect((await end(others[0]?.sessionId)).status).toBe(409);
  expect((await end(stranger.sessionId)).status).toBe(409);
  expect((await end("x")).status).toBe(400);
  const endOthers = () => ask("/account?form=sessions-end", { ...caller, form: {} });
  expect((await endOthers()).status).toBe(303);
  expect((await endOthers()).status).toBe(409);
  const open = await db.selectFrom("sessions").select("id").where("revoked_at", "is", null).execute();
  expect(open.map(({ id }) => id).toSorted()).toEqual([caller.sessionId, stranger.sessionId].toSorted());
  expect(await listActions()).toEqual(["session.ended", "sessions.ended"]);
});

test("of ten who end one session at once, one does, and one entry says so", async () => {
  const caller = await makeCaller();
  const other = await makeSession(caller.user.id);
  const end = () => ask("/account?form=session-end", { ...caller, form: { session: other.sessionId } });
  const answers = await Promise.all(Array.from({ length: 10 }, end));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  expect(await listActions()).toEqual(["session.ended"]);
});

test("one's own data is a file that holds what every subject knows, and its download is recorded", async () => {
  const caller = await makeCaller();
  const answer = await ask("/account/data.json", { ...caller, form: {} });
  expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment; filename="your-data-/);
  expect(await answer.json()).toMatchObject({
    email: caller.user.email,
    data: { Account: [{ email: caller.user.email }], Sessions: [{}] },
  });
  // What staff note of somebody they hand out themselves.
  const text = await (await ask("/account/data.json", { ...caller, form: {} })).text();
  expect(text).toContain('"Job applications"');
  expect(text).not.toMatch(/"(Scorecards|Notes of staff[^"]*)"/);
  expect((await listActions()).every((action) => action === "account.downloaded")).toBe(true);
  expect((await ask("/account/data.json", caller)).headers.get("Location")).toBe("/account");
});

test("the data of an address goes to nobody who has not proven that it is theirs", async () => {
  const caller = await makeCaller({ isVerified: false });
  const answer = await ask("/account/data.json", { ...caller, form: {} });
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("Verify your e-mail address")]);
});

test("who signed in a while ago confirms first: for their data, and for a new address, which is kept", async () => {
  const caller = await makeCaller();
  await makeStale(caller.sessionId);
  const answer = await ask("/account/data.json", { ...caller, form: {} });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/auth/confirm?next=%2Faccount"]);
  const refused = await ask("/account?form=email", { ...caller, form: { newEmail: "new@example.com" } });
  expect(refused.status).toBe(403);
  const html = await refused.text();
  expect(html).toContain('value="new@example.com"');
  expect(html).toContain("First confirm that it is you.");
  expect(await listActions()).toEqual([]);
});

test("the page says so when the account cannot be read, and when there is no such form", async () => {
  const caller = await makeCaller();
  const { DB } = breakBinding("DB", { hits: (call) => call === "DB.batch" });
  const answer = await ask("/account", { ...caller, env: { DB } });
  expect([answer.status, (await answer.text()).includes("could not be read just now")]).toEqual([503, true]);
  const form = { name: "Nora", zone: "" };
  const unsaved = await ask("/account?form=profile", { ...caller, form, env: { DB } });
  expect(unsaved.status).toBe(503);
  expect((await ask("/account?form=x", { ...caller, form })).status).toBe(400);
  expect((await readUser(caller.user.id)).name).toBeNull();
});

test("a form of another site changes nothing", async () => {
  const caller = await makeCaller();
  const request = new Request(`${siteOrigin}/account?form=profile`, {
    method: "POST",
    headers: { Cookie: caller.Cookie, "Sec-Fetch-Site": "cross-site" },
    body: new URLSearchParams({ name: "Mallory", zone: "" }),
  });
  const { worker } = await import("../built-worker.ts");
  const { createExecutionContext } = await import("cloudflare:test");
  const answer = await worker.fetch(request as never, env, createExecutionContext());
  expect(answer.status).toBe(403);
  expect((await readUser(caller.user.id)).name).toBeNull();
});

/** A link for a new password that an admin sends: what is mailed, recorded and said. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { action as actOnAccount } from "#app/staff/accounts/account.tsx";
import { mostLinks } from "#worker/accounts/links/link-limits.ts";
import { openDb } from "#worker/db/client.ts";
import { countHashes, listMailKinds } from "./links-make.ts";
import { makeAccount } from "../make.ts";
import { askRoute, listActions, makeManager } from "./accounts-make.ts";

const db = openDb(env.DB);

beforeEach(async () => {
  await countHashes();
});

/** Posts "Send reset link". */
async function send(id: string, overrides: Partial<Env> = {}) {
  const manager = await makeManager();
  const given = { params: { id }, form: { intent: "reset" }, env: overrides };
  return askRoute(actOnAccount, `/user-management/${id}`, manager, given);
}

/** Which mail the log says that the account was sent. */
async function readMailOfEntry(id: string): Promise<unknown> {
  const entries = db.selectFrom("audit_log").select("detail").where("subject_id", "=", id);
  const { detail } = await entries.where("action", "=", "user.reset_sent").executeTakeFirstOrThrow();
  return (JSON.parse(detail ?? "{}") as { mail?: unknown }).mail;
}

test("a link is mailed and recorded once, as what the admin did", async () => {
  const user = await makeAccount();
  const { status, to } = await send(user.id);
  expect([status, to]).toEqual([303, `/user-management/${user.id}?done=reset`]);
  expect(await listMailKinds(user.email)).toEqual(["password-reset"]);
  expect(await listActions(user.id)).toEqual(["user.reset_sent"]);
  expect(await readMailOfEntry(user.id)).toBe("new password");
});

test("a mail that the limit of the mailbox holds back is recorded as that, and the admin reads it", async () => {
  const user = await makeAccount();
  for (let time = 0; time < mostLinks.aMailbox; time += 1) await send(user.id);
  const { status, data } = await send(user.id);
  expect(status).toBe(429);
  expect(JSON.stringify(data)).toContain("No link was sent.");
  expect(await listMailKinds(user.email)).toHaveLength(mostLinks.aMailbox);
  expect(await listActions(user.id)).toEqual([
    ...Array.from({ length: mostLinks.aMailbox }, () => "user.reset_sent"),
    "user.reset_held_back",
  ]);
});

test("where the company's provider is the only way in, nothing is sent and nothing recorded", async () => {
  const user = await makeAccount();
  expect((await send(user.id, { OIDC_ONLY: "on" })).status).toBe(403);
  expect([await listMailKinds(user.email), await listActions(user.id)]).toEqual([[], []]);
});

test("an account without a password and a disabled one get no link, and the admin reads why", async () => {
  const user = await makeAccount();
  await db.updateTable("accounts").set({ password_hash: null }).where("id", "=", user.id).execute();
  const without = await send(user.id);
  expect([without.status, JSON.stringify(without.data)]).toEqual([403, expect.stringContaining("has no password")]);
  await db.updateTable("accounts").set({ status: "disabled" }).where("id", "=", user.id).execute();
  expect((await send(user.id)).status).toBe(409);
  expect([await listMailKinds(user.email), await listActions(user.id)]).toEqual([[], []]);
});

test("who has not confirmed their address gets the link for that", async () => {
  const user = await makeAccount({ isVerified: false });
  expect((await send(user.id)).status).toBe(303);
  expect(await listMailKinds(user.email)).toEqual(["email-verification"]);
  expect(await listActions(user.id)).toEqual(["user.reset_sent"]);
  expect(await readMailOfEntry(user.id)).toBe("confirmation of the address");
});

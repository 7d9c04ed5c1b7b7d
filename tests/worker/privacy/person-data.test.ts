/** What is held of a person: looked up, exported and erased on the page of privacy requests, through the built Worker. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Role } from "#shared/permissions.ts";
import { openDb } from "#worker/db/client.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { subjects as declared } from "#worker/subjects.ts";
import { replaceCalls } from "../faulty-bindings.ts";
import { worker } from "../built-worker.ts";
import { deliver } from "../failed-messages/failed-messages-make.ts";
import { makeEnquiry, makeMail } from "../enquiries/enquiry-rows.ts";
import { makeSession, makeAccount, writeCookies, muteConsole } from "../make.ts";
import { makeAddress, siteOrigin } from "../make-scope.ts";

const db = openDb(env.DB);
const email = "ada.person@client.example";

muteConsole("warn", "error");

async function signIn(role: Role = "super_admin") {
  const user = await makeAccount({ roles: [role] });
  const Cookie = writeCookies(await makeSession(user.id));
  async function post(path: string, form: Record<string, string>, overrides: Partial<Env> = {}) {
    const headers = { Cookie, "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin", Origin: siteOrigin };
    const init = { method: "POST", headers, body: new URLSearchParams(form), redirect: "manual" as const };
    const request = new Request(new URL(path, siteOrigin), init);
    const ctx = createExecutionContext();
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...overrides }, ctx);
    const text = await response.text();
    await waitOnExecutionContext(ctx);
    return { status: response.status, headers: response.headers, text };
  }
  const lookUp = (address: string) => post("/privacy-requests", { intent: "look-up", email: address });
  const erase = (address: string) => post("/privacy-requests", { intent: "erase", email: address });
  const download = (address: string) => post("/privacy-requests.json", { email: address });
  return { user, post, lookUp, erase, download };
}

/** The counts of the table, by kind. */
function readKinds(html: string): Record<string, number> {
  const rows = [...html.matchAll(/<th scope="row">([^<]+)<\/th><td>(\d+)</g)];
  return Object.fromEntries(rows.map(([, name, count]) => [name, Number(count)]));
}

const readEntries = async () =>
  (
    await db
      .selectFrom("audit_log")
      .select(["action", "actor_id", "subject_id", "detail"])
      .where("action", "like", "person.%")
      .orderBy("id")
      .execute()
  ).map((entry) => Object.assign(entry, { detail: JSON.parse(entry.detail) as unknown }));

/** One of everything that a person leaves, and the same of somebody whose address ends alike. */
async function makePerson() {
  for (const address of [email, `not-${email}`]) {
    await makeSession((await makeAccount({ email: address, name: "Ada Person" })).id);
    const { id } = await makeEnquiry({ email: address, message: `I am ${address}.` });
    await makeMail(id as EnquiryId, "sent");
    await db.updateTable("outbox").set({ reply_to: address }).where("subject_id", "=", id).execute();
  }
  await deliver("fivewright-mail-dead", [{ to: email }, { to: `not-${email}` }]);
}

test("what is held under an address is counted by kind, in any case of its letters, and nothing of anybody else", async () => {
  await makePerson();
  const { lookUp } = await signIn();
  const expected = { Account: 1, Sessions: 1, Enquiries: 1, "Mails of this site": 1, "Failed messages": 1 };
  for (const typed of [email, ` ${email.toUpperCase()} `]) {
    const { status, headers, text } = await lookUp(typed);
    expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(readKinds(text)).toEqual(expected);
  }
  expect((await lookUp("nobody@client.example")).text).toContain("Nothing is held under nobody@client.example");
  expect(await readEntries()).toEqual([]);
});

test("it can be downloaded as a file, which holds no secret and nothing of anybody else, and that is recorded", async () => {
  await makePerson();
  await db
    .updateTable("outbox")
    .set({ is_secret: 1, purge_at: Date.now() + 1, text: "one-time link" })
    .execute();
  const { user, download } = await signIn();
  const { status, headers, text } = await download(email);
  expect(status).toBe(200);
  expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="personal-data-\d{4}-\d\d-\d\d\.json"$/);
  expect(headers.get("Cache-Control")).toBe("no-store");
  const file = JSON.parse(text) as { email: string; data: Record<string, Record<string, unknown>[]> };
  expect(file.email).toBe(email);
  expect(file.data["Enquiries"]).toMatchObject([
    { message: `I am ${email}.`, received_at: expect.stringMatching(/Z$/) },
  ]);
  expect(file.data["Account"]).toMatchObject([{ email, name: "Ada Person" }]);
  expect(text).not.toMatch(/not-ada|scrypt|one-time link|hash/);
  const detail = { rows: Object.values(file.data).flat().length };
  // One entry with numbers and of nobody, and one by its id for each row that has a timeline of its own.
  const entries = await readEntries();
  expect(entries.filter(({ subject_id }) => subject_id === null)).toEqual([
    { action: "person.exported", actor_id: user.id, subject_id: null, detail },
  ]);
  expect(entries.filter(({ subject_id }) => subject_id !== null)).toEqual([
    { action: "person.row_handed_out", actor_id: user.id, subject_id: expect.any(String), detail: {} },
  ]);
});

test("it is erased, the entry names nobody, and then nothing is held", async () => {
  await makePerson();
  const { user, erase, lookUp } = await signIn();
  const { status, headers } = await erase(email);
  expect([status, headers.get("Location")]).toEqual([303, "/privacy-requests?erased=5"]);
  expect((await lookUp(email)).text).toContain("Nothing is held");
  expect(Object.keys(readKinds((await lookUp(`not-${email}`)).text))).toHaveLength(5);
  const [entry] = await readEntries();
  expect(entry).toEqual({ action: "person.erased", actor_id: user.id, subject_id: null, detail: { rows: 5 } });
  expect(JSON.stringify(await db.selectFrom("audit_log").selectAll().execute())).not.toContain("ada.person");
});

test("an account with a role stays, the last super admin's among them, and what else is held goes", async () => {
  const { user, erase, lookUp } = await signIn();
  await makeEnquiry({ email: user.email });
  // Of what was found only the enquiry goes.
  expect((await erase(user.email)).headers.get("Location")).toBe("/privacy-requests?erased=1");
  const kinds = readKinds((await lookUp(user.email)).text);
  expect(kinds).toMatchObject({ Account: 1, Roles: 1, Sessions: 1, "Entries of the audit log": 1 });
  expect(kinds).not.toHaveProperty("Enquiries");
});

test("nobody but a super admin sees, downloads or erases anything", async () => {
  await makePerson();
  for (const role of ["marketing_admin", "talent_admin", "HR"] as const) {
    const { lookUp, erase, download } = await signIn(role);
    for (const ask of [lookUp, erase, download]) {
      const { status, text } = await ask(email);
      expect([role, status]).toEqual([role, 403]);
      expect(text).not.toContain(email);
    }
  }
  expect(await db.selectFrom("enquiries").select("id").execute()).toHaveLength(2);
});

test("an address that is none is refused with the words that were typed; an outage erases nothing", async () => {
  await makePerson();
  const { lookUp, download, post } = await signIn();
  const refused = await lookUp('ada "person"');
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('value="ada &quot;person&quot;"');
  const noFile = await download("ada person");
  expect(noFile.status).toBe(400);
  expect(noFile.text).toBe("Enter an e-mail address like name@example.com. Go back to the page before.\n");
  const batch = () => Promise.reject(new Error("D1_ERROR: network connection lost"));
  const DB = replaceCalls(env.DB, { batch });
  const failed = await post("/privacy-requests", { intent: "erase", email }, { DB });
  expect(failed.status).toBe(503);
  expect(failed.text).toContain("Nothing has been erased");
  expect((await post("/privacy-requests.json", { email }, { DB })).status).toBe(503);
  expect(await db.selectFrom("enquiries").select("id").execute()).toHaveLength(2);
  expect(await readEntries()).toEqual([]);
});

test("every subject that erases a person tells what it holds of one", () => {
  const subjects: readonly Subject[] = declared;
  const erasing = subjects.filter(({ erase }) => erase?.person);
  expect(erasing.length).toBeGreaterThan(3);
  expect(erasing.filter(({ personData = [] }) => personData.length === 0)).toEqual([]);
  const names = subjects.flatMap(({ personData = [] }) => personData.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});

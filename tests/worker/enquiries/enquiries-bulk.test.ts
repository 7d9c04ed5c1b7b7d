import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { makeEnquiry, makeMail } from "./enquiry-rows.ts";
import { makeReader, postChange, postToEnquiries } from "./enquiries-staff-make.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);

async function makeThree(folder: "inbox" | "spam" = "inbox") {
  const names = ["Ada", "Ben", "Cleo"];
  return Promise.all(names.map((name, index) => makeEnquiry({ name, subject: `Subject ${index}`, folder })));
}

function tick(...rows: { id: EnquiryId }[]): [string, string][] {
  return rows.map(({ id }) => ["row", `${id}:1`]);
}

async function readRows() {
  return db.selectFrom("enquiries").select(["folder", "status", "owner_id", "version"]).orderBy("name").execute();
}

async function countAudit(action: "enquiry.changed" | "enquiry.marked_spam" | "enquiry.cleared_of_spam") {
  const rows = await db.selectFrom("audit_log").select("id").where("action", "=", action).execute();
  return rows.length;
}

test("a status is set for every ticked row, each with its audit entry, and undone", async () => {
  const [ada, ben, cleo] = await makeThree();
  const { visit } = await makeReader();
  await postChange(ben!.id, { intent: "save", version: "1", status: "answered", owner: visit.user, note: "" }, visit);
  const rows: [string, string][] = [...tick(ada!, cleo!), ["row", `${ben!.id}:2`]];
  const answer = await postToEnquiries([["do", "status:closed"], ...rows], visit);
  expect(answer).toMatchObject({ status: 200, outcome: { done: "3 enquiries are closed.", refused: [] } });
  expect((await readRows()).map(({ status }) => status)).toEqual(["closed", "closed", "closed"]);
  expect((await readRows())[1]?.owner_id).toBe(visit.user);
  expect(await countAudit("enquiry.changed")).toBe(4);
  const undo = answer.outcome?.undo.map((value): [string, string] => ["undo", value]) ?? [];
  const undone = await postToEnquiries([["do", "undo"], ...undo], visit);
  expect(undone.outcome).toMatchObject({ done: "3 enquiries are as before.", refused: [], undo: [] });
  expect((await readRows()).map(({ status }) => status)).toEqual(["new", "answered", "new"]);
  expect((await postToEnquiries([["do", "undo"], ...undo], visit)).outcome?.refused).toHaveLength(3);
});

test("what was changed or erased meanwhile is refused by name, and the rest is done", async () => {
  const [ada, ben, cleo] = await makeThree();
  const { visit } = await makeReader();
  await postChange(ada!.id, { intent: "save", version: "1", status: "open", owner: "nobody", note: "" }, visit);
  await postChange(ben!.id, { intent: "erase", version: "1" }, visit);
  const answer = await postToEnquiries([["do", `owner:${visit.user}`], ...tick(ada!, ben!, cleo!)], visit);
  expect(answer.status).toBe(200);
  expect(answer.outcome?.done).toMatch(/^“Subject 2” is with Ines Moreau \(.+\)\.$/);
  expect(answer.outcome?.refused).toEqual([
    { name: "Ada, Subject 0", why: "Somebody changed it after this list was loaded." },
    { name: "One enquiry", why: "It has been erased." },
  ]);
  expect(answer.outcome?.undo).toHaveLength(1);
  expect((await readRows()).map(({ owner_id }) => owner_id)).toEqual([null, visit.user]);
});

test("what is so already is not written again", async () => {
  const [ada] = await makeThree();
  const { visit } = await makeReader();
  const answer = await postToEnquiries([["do", "status:new"], ...tick(ada!)], visit);
  expect(answer).toMatchObject({ status: 200, outcome: { refused: [], undo: [] } });
  expect(await countAudit("enquiry.changed")).toBe(0);
});

/** The mails that may leave. */
function listLeaving() {
  return db.selectFrom("outbox").select("id").where("withdrawn_at", "is", null).execute();
}

test("spam withdraws the waiting mails, undo restores and completes them, and not spam cannot be undone", async () => {
  const [ada] = await makeThree();
  const { visit } = await makeReader();
  await makeMail(ada!.id, "waiting");
  const marked = await postToEnquiries([["do", `spam ${ada!.id}:1`]], visit);
  expect(marked.outcome?.done).toBe("“Subject 0” is in the spam folder.");
  expect(await listLeaving()).toHaveLength(0);
  const undo = marked.outcome?.undo.map((value): [string, string] => ["undo", value]) ?? [];
  await postToEnquiries([["do", "undo"], ...undo], visit);
  expect(await listLeaving()).toHaveLength(3);
  expect((await readRows())[0]).toMatchObject({ folder: "inbox", version: 3 });
  const [dan] = await makeThree("spam");
  const cleared = await postToEnquiries([["do", "not-spam"], ...tick(dan!)], visit);
  expect(cleared.outcome).toMatchObject({ done: expect.stringContaining("in the inbox"), undo: [] });
  expect([await countAudit("enquiry.marked_spam"), await countAudit("enquiry.cleared_of_spam")]).toEqual([1, 2]);
  const stale = await postToEnquiries([["do", "not-spam"], ...tick(dan!)], visit);
  expect([stale.status, stale.outcome?.done]).toEqual([409, null]);
});

test("an owner who may not open the inbox, no row, and forms that nobody wrote are refused", async () => {
  const [ada] = await makeThree();
  const { visit } = await makeReader();
  const talent = await makeAccount({ roles: ["talent_admin"] });
  const wrong = await postToEnquiries([["do", `owner:${talent.id}`], ...tick(ada!)], visit);
  expect([wrong.status, wrong.outcome?.refused[0]?.why]).toEqual([400, "This account cannot open the inbox."]);
  const undone = await postToEnquiries(
    [
      ["do", "undo"],
      ["undo", `${ada!.id}:1:inbox:new:${talent.id}`],
    ],
    visit,
  );
  expect([undone.status, undone.outcome?.refused[0]?.why]).toEqual([
    409,
    "The account that would own it cannot open the inbox.",
  ]);
  expect((await postToEnquiries([["do", "status:closed"]], visit)).status).toBe(400);
  for (const form of [
    [],
    [["do", "erase"]],
    [["do", "status:lost"]],
    [["do", "status"]],
    [["do", "undo"]],
    [
      ["do", "spam"],
      ["row", "1"],
    ],
    [["do", "spam x:1"]],
    [["do", "spam"], ...Array.from({ length: 51 }, () => tick(ada!)[0] ?? [])],
  ] as [string, string][][])
    await expect(postToEnquiries(form, visit), JSON.stringify(form)).rejects.toMatchObject({ init: { status: 400 } });
  expect((await readRows())[0]).toMatchObject({ folder: "inbox", version: 1 });
});

test("while D1 fails the message says so, and nothing is half said", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const [ada, ben] = await makeThree();
  const { visit } = await makeReader();
  vi.spyOn(env.DB, "batch").mockRejectedValueOnce(new Error("D1_ERROR: network connection lost"));
  const answer = await postToEnquiries([["do", "status:closed"], ...tick(ada!, ben!)], visit);
  expect(answer.outcome).toMatchObject({
    done: "“Subject 1” is closed.",
    refused: [{ name: "Ada, Subject 0", why: "It could not be stored just now." }],
  });
});

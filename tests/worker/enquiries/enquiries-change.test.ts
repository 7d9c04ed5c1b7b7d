import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { breakDatabase } from "../faulty-bindings.ts";
import { countRows, makeEnquiry, makeMail, readRow } from "./enquiry-rows.ts";
import { makeReader, openEnquiry, postChange } from "./enquiries-staff-make.ts";
import { makeAccount } from "../make.ts";
import { writeWithoutIds } from "../../without-ids.ts";

const db = openDb(env.DB);

test("status, owner and note are saved together, with author, time and an entry in the audit log", async () => {
  const { id } = await makeEnquiry();
  const { user, visit } = await makeReader();
  const answer = await postChange(
    id,
    { intent: "save", version: "1", status: "open", owner: user, note: " Called her.\r\nWaiting. " },
    visit,
  );
  expect(answer).toEqual({ status: 303, to: `/marketing-admin/inbox/${id}?done=saved`, refused: null });
  expect(await readRow(id)).toMatchObject({ status: "open", owner_id: user, version: 2 });
  const view = await openEnquiry(id, visit);
  expect(view).toMatchObject({ status: "open", owner: user, notes: [{ note: "Called her.\nWaiting." }] });
  expect(view?.notes[0]?.author).toMatch(/^Ines Moreau \(.+@example\.com\)$/);
  const [entry] = await db.selectFrom("audit_log").selectAll().execute();
  expect(entry).toMatchObject({ action: "enquiry.changed", actor_id: user, subject_id: id });
  expect(JSON.parse(entry?.detail ?? "")).toEqual({ status: "open", owner: user, noted: true });
});

test("a form that is out of date changes nothing, tells both states and keeps the note", async () => {
  const { id } = await makeEnquiry();
  const { user, visit } = await makeReader();
  const form = { intent: "save", version: "1", owner: "nobody", note: "" };
  await postChange(id, { ...form, status: "closed" }, visit);
  const late = await postChange(id, { ...form, status: "open", owner: user, note: "My long note" }, visit);
  expect(late.status).toBe(409);
  expect(late.refused?.answers).toMatchObject({ status: "open", owner: user, note: "My long note" });
  const words = late.refused?.problems.map(({ message }) => message).join(" ");
  expect(words).toMatch(/now Closed, yours Open/);
  expect(words).toMatch(/now nobody, yours Ines Moreau \(.+@example\.com\)/);
  expect(await readRow(id)).toMatchObject({ status: "closed", owner_id: null, version: 2 });
  expect([await countRows("enquiry_notes"), await countRows("audit_log")]).toEqual([0, 1]);
});

test("of ten who save at once one wins, and one note is written", async () => {
  const { id } = await makeEnquiry();
  const { visit } = await makeReader();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      postChange(id, { intent: "save", version: "1", status: "open", owner: "nobody", note: `Note ${index}` }, visit),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array.from({ length: 9 }, () => 409)]);
  expect([await countRows("enquiry_notes"), await countRows("audit_log")]).toEqual([1, 1]);
});

test("an owner must be able to open the inbox, unless they own the enquiry already", async () => {
  const talent = await makeAccount({ roles: ["talent_admin"] });
  const away = await makeAccount({ roles: ["marketing_admin"], status: "disabled" });
  const { visit } = await makeReader();
  const { id } = await makeEnquiry();
  const form = { intent: "save", version: "1", status: "open", note: "Kept" };
  for (const owner of [talent.id, away.id, crypto.randomUUID()]) {
    const answer = await postChange(id, { ...form, owner }, visit);
    expect(answer).toMatchObject({
      status: 400,
      refused: { answers: { note: "Kept" }, problems: [{ field: "owner" }] },
    });
  }
  const owned = await makeEnquiry({ owner_id: away.id });
  expect((await openEnquiry(owned.id, visit))?.owners.map(({ value }) => value)).toEqual([
    "nobody",
    visit.user,
    away.id,
  ]);
  expect((await postChange(owned.id, { ...form, owner: away.id }, visit)).status).toBe(303);
});

test("a note of control characters is none, and one among them keeps its words", async () => {
  const { id } = await makeEnquiry();
  const { visit } = await makeReader();
  const form = { intent: "save", status: "open", owner: "nobody" };
  expect((await postChange(id, { ...form, version: "1", note: "\u0000\u0007" }, visit)).status).toBe(303);
  expect((await postChange(id, { ...form, version: "2", note: "\u0000One\ttwo\nthree" }, visit)).status).toBe(303);
  expect((await openEnquiry(id, visit))?.notes.map(({ note }) => note)).toEqual(["One\ttwo\nthree"]);
});

test("a note that is too long comes back as it was written", async () => {
  const { id } = await makeEnquiry();
  const { visit } = await makeReader();
  const note = "x".repeat(4001);
  const answer = await postChange(id, { intent: "save", version: "1", status: "open", owner: "nobody", note }, visit);
  expect(answer).toMatchObject({ status: 400, refused: { answers: { note }, problems: [{ field: "note" }] } });
});

test("erasing removes the enquiry, its notes and its mails, and records that without what stood in it", async () => {
  const { id } = await makeEnquiry();
  const other = await makeEnquiry();
  const { user, visit } = await makeReader();
  await postChange(id, { intent: "save", version: "1", status: "open", owner: user, note: "About Ada" }, visit);
  await makeMail(id, "sent");
  await makeMail(other.id, "sent");
  expect((await postChange(id, { intent: "erase", version: "1" }, visit)).status).toBe(409);
  const answer = await postChange(id, { intent: "erase", version: "2" }, visit);
  expect(answer).toMatchObject({ status: 303, to: "/marketing-admin/inbox?done=erased" });
  expect(await openEnquiry(id, visit)).toBeNull();
  const left = [await countRows("enquiries"), await countRows("enquiry_notes"), await countRows("outbox")];
  expect(left).toEqual([1, 0, 1]);
  const log = await db.selectFrom("audit_log").selectAll().execute();
  expect(log.map(({ action }) => action)).toContain("enquiry.erased");
  expect(writeWithoutIds(log)).not.toMatch(/ada|client|plant|Called/i);
  expect((await postChange(id, { intent: "erase", version: "3" }, visit)).status).toBe(404);
  const form = { intent: "save", version: "3", status: "open", owner: "nobody", note: "Too late, but kept" };
  expect(await postChange(id, form, visit)).toMatchObject({ status: 404, refused: { answers: { note: form.note } } });
});

test("while D1 fails nothing is lost: the answer holds what was filled in", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { id } = await makeEnquiry();
  const { visit } = await makeReader();
  vi.spyOn(env.DB, "batch").mockRejectedValueOnce(new Error("D1_ERROR: network connection lost"));
  const form = { intent: "save", version: "1", status: "open", owner: "nobody", note: "Keep me" };
  const answer = await postChange(id, form, visit);
  expect(answer).toMatchObject({ status: 503, refused: { answers: { note: "Keep me", status: "open" } } });
  expect(await readRow(id)).toMatchObject({ status: "new", version: 1 });
  expect((await postChange(id, form, visit)).status).toBe(303);
});

test("a conflict keeps what was filled in, also when D1 cannot say how the enquiry stands now", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { id } = await makeEnquiry({ version: 2 });
  const { user } = await makeReader();
  const form = { intent: "save", version: "1", status: "open", owner: "nobody", note: "Keep me" };
  for (const broken of [3, 4]) {
    const answer = await postChange(id, form, { user, env: { DB: breakDatabase(broken) } });
    expect(answer).toMatchObject({ status: 409, refused: { answers: { note: "Keep me", status: "open" } } });
  }
});

test("a mail that failed or is unconfirmed is sent again, once; any other is not", async () => {
  const { id } = await makeEnquiry();
  const { visit } = await makeReader();
  const send = vi.spyOn(env.MAIL_QUEUE as Queue<unknown>, "sendBatch").mockResolvedValue(undefined as never);
  for (const state of ["failed", "unconfirmed"] as const) {
    const mail = await makeMail(id, state);
    const form = { intent: "send-again", mail };
    expect((await postChange(id, form, visit)).to).toBe(`/marketing-admin/inbox/${id}?done=sent`);
    const row = await db.selectFrom("outbox").selectAll().where("id", "=", mail).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: "waiting", attempts: 0, last_error: null });
    expect(row.due_at).toBeLessThanOrEqual(Date.now());
    expect(send).toHaveBeenLastCalledWith([{ body: { mailId: mail } }]);
    expect((await postChange(id, form, visit)).status).toBe(409);
  }
  for (const state of ["sent", "sending", "waiting"] as const) {
    const mail = await makeMail(id, state);
    expect((await postChange(id, { intent: "send-again", mail }, visit)).status, state).toBe(409);
  }
  const foreign = await makeMail((await makeEnquiry()).id, "failed");
  expect((await postChange(id, { intent: "send-again", mail: foreign }, visit)).status).toBe(409);
  expect(send).toHaveBeenCalledTimes(2);
  expect(await countRows("audit_log")).toBe(2);
});

test("nothing is erased by somebody without the permission, or changed by a form that nobody wrote", async () => {
  const { id } = await makeEnquiry();
  const form = { intent: "erase", version: "1" };
  for (const roles of [["talent_admin"], ["HR"], []] as const)
    expect(await postChange(id, form, { roles: [...roles] })).toMatchObject({ status: 403, to: null });
  for (const broken of [
    {},
    { intent: "erase" },
    { intent: "erase", version: "0" },
    { intent: "burn", version: "1" },
    { intent: "save", version: "1", status: "lost", owner: "nobody", note: "" },
    { intent: "send-again", mail: "1" },
  ])
    expect(await postChange(id, broken)).toMatchObject({ status: 400, to: null });
  await expect(postChange("nonsense", form)).rejects.toMatchObject({ init: { status: 404 } });
  expect((await postChange(id, { ...form, note: "x".repeat(70_000) })).status).toBe(413);
  expect([await countRows("enquiries"), await countRows("audit_log")]).toEqual([1, 0]);
});

test("the page of an enquiry takes five queries in one round trip, one of which records the reading", async () => {
  const { id } = await makeEnquiry();
  const batches = vi.spyOn(env.DB, "batch");
  const prepared = vi.spyOn(env.DB, "prepare");
  await openEnquiry(id);
  expect([batches.mock.calls.length, prepared.mock.calls.length]).toEqual([1, 5]);
});

test("an address that names no enquiry asks the database nothing", async () => {
  const prepared = vi.spyOn(env.DB, "prepare");
  expect(await openEnquiry("x'; drop table enquiries")).toBeNull();
  expect(prepared).not.toHaveBeenCalled();
});

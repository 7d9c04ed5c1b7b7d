/** "You were given this": one mail for each person and action, and a place on their hub, whatever it is. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { makeApplication } from "./application-rows.ts";
import { openHub } from "../hubs/hubs-make.ts";
import { makeEnquiry, readRow } from "../enquiries/enquiry-rows.ts";
import { makeReader, postChange, postToEnquiries } from "../enquiries/enquiries-staff-make.ts";
import { fillProposal, inHours, makeStaff, readInterviews } from "./interviews-make.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);

async function readGiven() {
  return db
    .selectFrom("outbox")
    .select(["kind", "recipient", "subject", "text", "subject_id", "withdrawn_at"])
    .where("kind", "like", "%-given")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

async function countQueue(hub: "/marketing-admin" | "/talent-admin", key: string, user: AccountId) {
  const roles = [hub === "/marketing-admin" ? "marketing_admin" : "HR"] as const;
  const { queues } = await openHub(hub, { user, roles: [...roles] });
  return queues?.find((queue) => queue.key === key)?.count;
}

test("an owner who is chosen is stored at once, is told by one mail and finds it on their hub; who takes it is not", async () => {
  const { id } = await makeEnquiry({ subject: "A platform" });
  const { visit } = await makeReader();
  const colleague = await makeAccount({ roles: ["marketing_admin"], name: "Noor Haddad" });
  const choose = (version: number, owner: string) =>
    postChange(id, { intent: "handle", version: String(version), status: "new", owner }, visit);
  expect(await choose(1, colleague.id)).toMatchObject({ status: 303, to: `/marketing-admin/inbox/${id}?done=handled` });
  expect(await readRow(id)).toMatchObject({ owner_id: colleague.id, version: 2 });
  const [mail, ...more] = await readGiven();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    kind: "enquiry-given",
    recipient: colleague.email,
    subject: "You were given an enquiry",
  });
  expect(mail?.text).toContain(`/marketing-admin/inbox/${id}`);
  expect(mail?.text).toContain("A platform");
  expect(mail?.text).toContain("Given by: Ines Moreau");
  expect(await countQueue("/marketing-admin", "mine", colleague.id as AccountId)).toBe(1);
  // The same owner again, with a note: no second mail.
  const note = { intent: "save", version: "2", status: "open", owner: colleague.id, note: "Call back" };
  expect((await postChange(id, note, visit)).status).toBe(303);
  expect(await readGiven()).toHaveLength(1);
  // The reader takes it: the colleague's mail has not left, and does not.
  await choose(3, visit.user ?? "");
  const after = await readGiven();
  expect(after).toHaveLength(1);
  expect(after[0]?.withdrawn_at).toEqual(expect.any(Number));
  expect(await countQueue("/marketing-admin", "mine", colleague.id as AccountId)).toBe(0);
});

test("a choice that is refused plans no mail", async () => {
  const { id } = await makeEnquiry();
  const { visit } = await makeReader();
  const colleague = await makeAccount({ roles: ["marketing_admin"] });
  const form = { intent: "handle", version: "7", status: "open", owner: colleague.id };
  expect((await postChange(id, form, visit)).status).toBe(409);
  expect(await readGiven()).toEqual([]);
});

test("several enquiries given in one action are one mail, which does not leave once all are taken back", async () => {
  const enquiries = [await makeEnquiry(), await makeEnquiry(), await makeEnquiry()];
  const { visit } = await makeReader();
  const colleague = await makeAccount({ roles: ["marketing_admin"] });
  const rows = enquiries.map(({ id }): [string, string] => ["row", `${id}:1`]);
  const { outcome } = await postToEnquiries([["do", `owner:${colleague.id}`], ...rows], visit);
  const [mail, ...more] = await readGiven();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ recipient: colleague.email, subject: "You were given 3 enquiries", subject_id: null });
  expect(mail?.text).toContain("/marketing-admin/inbox?owner=mine&status=unfinished");
  expect(await countQueue("/marketing-admin", "mine", colleague.id as AccountId)).toBe(3);
  const undo = (outcome?.undo ?? []).map((value): [string, string] => ["undo", value]);
  await postToEnquiries([["do", "undo"], ...undo], visit);
  expect((await readGiven()).map(({ withdrawn_at }) => withdrawn_at)).toEqual([expect.any(Number)]);
});

test("who gives and who is given to are read once for all rows of one action", async () => {
  const enquiries = [await makeEnquiry(), await makeEnquiry(), await makeEnquiry()];
  const { visit } = await makeReader();
  const colleague = await makeAccount({ roles: ["marketing_admin"] });
  const rows = enquiries.map(({ id }): [string, string] => ["row", `${id}:1`]);
  const asked = vi.spyOn(env.DB, "prepare");
  const { outcome } = await postToEnquiries([["do", `owner:${colleague.id}`], ...rows], visit);
  expect(outcome?.done).toMatch(/^3 enquiries are with /);
  const reads = asked.mock.calls.filter(([sql]) =>
    sql.startsWith('select "id", "email", "name" from "accounts" where "id" in'),
  );
  expect(reads).toHaveLength(1);
});

test("applications and interviews tell by the same mail, without the name of the candidate", async () => {
  const hana = await makeStaff("HR", "Hana Recruit");
  const omar = await makeStaff("HR", "Omar Hiring");
  const first = await makeApplication({ name: "Priya Sensitive" });
  const second = await makeApplication({ name: "Quinn Sensitive" });
  const page = `/job-applications`;
  await hana.ask(page, [
    ["do", `assign:${omar.id}`],
    ["row", `${first.id}:1`],
    ["row", `${second.id}:1`],
  ]);
  expect(await countQueue("/talent-admin", "mine", omar.id)).toBe(2);
  const times = [inHours(48), inHours(72)];
  await hana.ask(`${page}/${first.id}`, fillProposal({ times, interviewers: [hana.id, omar.id] }));
  expect(await countQueue("/talent-admin", "ahead", omar.id)).toBe(1);
  const mails = await readGiven();
  expect(mails.map(({ kind, recipient, subject }) => [kind, recipient, subject])).toEqual([
    ["application-given", omar.email, "You were given 2 applications"],
    ["interview-given", omar.email, "You were given an interview"],
  ]);
  expect(mails[1]?.text).toContain(`${page}/${first.id}`);
  expect(JSON.stringify(mails)).not.toContain("Sensitive");
  // Somebody else holds it in their place.
  const [interview] = await readInterviews(first.id);
  const changed = fillProposal({ times, interviewers: [hana.id], interview: `${interview?.id}:1` });
  await hana.ask(`${page}/${first.id}`, changed);
  expect((await readGiven()).map(({ kind, withdrawn_at }) => [kind, withdrawn_at !== null])).toEqual([
    ["application-given", false],
    ["interview-given", true],
  ]);
  expect(await countQueue("/talent-admin", "ahead", omar.id)).toBe(0);
});

test("a proposed interview that is cancelled is told to nobody who was to hold it", async () => {
  const hana = await makeStaff("HR", "Hana Recruit");
  const omar = await makeStaff("HR", "Omar Hiring");
  const { id } = await makeApplication({});
  const page = `/job-applications/${id}`;
  await hana.ask(page, fillProposal({ times: [inHours(48)], interviewers: [hana.id, omar.id] }));
  const [interview] = await readInterviews(id);
  await hana.ask(page, [
    ["do", "interview:cancelled"],
    ["interview", `${interview?.id}:1`],
  ]);
  expect((await readInterviews(id))[0]?.state).toBe("cancelled");
  expect(await readGiven()).toMatchObject([{ recipient: omar.email, withdrawn_at: expect.any(Number) }]);
});

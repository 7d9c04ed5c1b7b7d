/** Enquiries past the limits of mails: a digest tells of them. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { writeDigests } from "#worker/enquiries/write-digests.ts";
import { openDb } from "#worker/db/client.ts";
import { runJobs } from "#worker/jobs.ts";
import { countMails, hourly, makeFields, readEnquiries, readMails, receive, receiveMany } from "./enquiries-make.ts";
import { patient } from "./ticket-make.ts";
import { makeEnquiry } from "./enquiry-rows.ts";
import { openEnquiry, postChange } from "./enquiries-staff-make.ts";
import { makeScope } from "../make-scope.ts";
import { makeWholeScope } from "../whole-scope.ts";

const db = openDb(env.DB);

/** As if an hour had passed since the last mail to a mailbox. */
const endHour = () =>
  db
    .updateTable("enquiries")
    .set((eb) => ({ mailed_at: eb("mailed_at", "-", 3_600_000) }))
    .execute();

test("past 20 mails about one topic in an hour a digest tells how many more there are, also when they come at one moment", async () => {
  const scope = () => makeScope({ CONTACT_LIMIT: patient });
  const forms = await Promise.all(Array.from({ length: 25 }, () => makeFields()));
  await Promise.all(forms.map((fields, index) => receive(fields, { scope: scope(), address: `198.${index}.1.1` })));
  expect(await readEnquiries()).toHaveLength(25);
  expect(await countMails("enquiry-owner")).toBe(20);
  // Another topic has an hour of its own.
  await receive(await makeFields({ topic: "careers" }), { scope: scope() });
  expect(await countMails("enquiry-owner")).toBe(21);
  await Promise.all([runJobs(hourly, makeWholeScope()), runJobs(hourly, makeWholeScope())]);
  const digests = (await readMails()).filter(({ kind }) => kind === "enquiry-digest");
  expect(digests.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ["sales@example.com", "5 more enquiries have arrived"],
  ]);
  // What is held and reported does not count, and an hour later there is room again.
  await receiveMany(1, () => "198.99.1.1");
  expect(await countMails("enquiry-owner")).toBe(21);
  await endHour();
  await receiveMany(1, () => "198.98.1.1");
  expect(await countMails("enquiry-owner")).toBe(22);
});

test("what staff clear of spam counts too: past the limit of the topic a digest tells of it", async () => {
  const rows = await Promise.all(
    Array.from({ length: 22 }, () => makeEnquiry({ folder: "spam", topic: "general", received_at: 1 })),
  );
  const clearing = rows.map(({ id }) => postChange(id, { intent: "not-spam", version: "1" }));
  expect((await Promise.all(clearing)).every(({ status }) => status === 303)).toBe(true);
  expect(await countMails("enquiry-owner")).toBe(20);
  await runJobs(hourly, makeWholeScope());
  const digest = (await readMails()).find(({ kind }) => kind === "enquiry-digest");
  expect(digest?.subject).toBe("2 more enquiries have arrived");
});

test("a digest whose number has changed since it was counted is not written; the next run tells the right one", async () => {
  for (let index = 0; index < 2; index += 1) await makeEnquiry({ held_for: "sales@example.com" });
  const [junk] = await readEnquiries();
  const real = env.DB.batch.bind(env.DB);
  vi.spyOn(env.DB, "batch").mockImplementationOnce(async (statements) => {
    await env.DB.prepare("update enquiries set folder = 'spam' where id = ?").bind(junk?.id).run();
    return real(statements) as never;
  });
  await writeDigests(db, makeScope());
  expect(await countMails("enquiry-digest")).toBe(0);
  await writeDigests(db, makeScope());
  expect((await readMails()).map(({ subject }) => subject)).toEqual(["1 more enquiry has arrived"]);
});

test("past 30 mails of one network in a day a digest tells each mailbox how many more there are, once", async () => {
  const inside = (index: number) => `198.51.100.${index}`;
  await receiveMany(16, inside);
  await endHour();
  await receiveMany(17, inside);
  expect(await readEnquiries()).toHaveLength(33);
  expect(await countMails("enquiry-owner")).toBe(30);
  const other = await makeFields({ topic: "careers" });
  await receive(other, { address: inside(40) });
  await receiveMany(1, () => "198.51.101.1");
  expect(await countMails("enquiry-owner")).toBe(31);

  await Promise.all([runJobs(hourly, makeWholeScope()), runJobs(hourly, makeWholeScope())]);
  await runJobs(hourly, makeWholeScope());
  const digests = (await readMails()).filter(({ kind }) => kind === "enquiry-digest");
  expect(digests.map(({ recipient, subject }) => [recipient, subject]).toSorted()).toEqual([
    ["careers@example.com", "1 more enquiry has arrived"],
    ["sales@example.com", "3 more enquiries have arrived"],
  ]);
  expect(digests[0]?.text).toContain("/marketing-admin/inbox");
  expect(digests[0]?.text).toMatch(
    /After 20 mails an hour about one topic, or 30 a day about one network, the rest .* at most once an hour/,
  );
  await receiveMany(1, inside);
  await runJobs(hourly, makeWholeScope());
  expect(await countMails("enquiry-digest")).toBe(3);
});

test("an enquiry of the digest that turns out to be spam is not counted; the page of one says how its mailbox learns", async () => {
  const held = await makeEnquiry({ held_for: "sales@example.com" });
  const junk = await makeEnquiry({ held_for: "sales@example.com" });
  expect(await openEnquiry(held.id)).toMatchObject({ isHeld: true, mails: [] });
  await postChange(junk.id, { intent: "spam", version: "1" });
  await runJobs(hourly, makeWholeScope());
  const [digest] = await readMails();
  expect(digest?.subject).toBe("1 more enquiry has arrived");
  await postChange(junk.id, { intent: "not-spam", version: "2" });
  expect((await openEnquiry(junk.id))?.mails.map(({ name }) => name)).toContain("To the topic's mailbox");
  await runJobs(hourly, makeWholeScope());
  expect(await countMails("enquiry-digest")).toBe(1);
});

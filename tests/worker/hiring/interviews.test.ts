/** Interviews from the proposal to the calendar, through the routes of the built Worker. */
import { expect, test } from "vitest";
import { minute } from "#shared/dates/durations.ts";
import { readDayAround } from "#shared/dates/zoned-days.ts";
import {
  selectDeclinedPicks,
  selectInterviewsWithin,
  selectWaitingPicks,
} from "#worker/hiring/applications/count-interviews.ts";
import { readHeldData } from "#worker/privacy/held-data.ts";
import { send } from "./apply-make.ts";
import { sendMail } from "#worker/email/send-mail.ts";
import { makeMailer } from "../enquiries/enquiries-make.ts";
import { breakDatabase } from "../faulty-bindings.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import {
  answerAsCandidate,
  ask,
  db,
  fillProposal,
  inHours,
  makeOwned,
  makeStaff,
  readInterviews,
  readMails,
} from "./interviews-make.ts";
import { makeScope } from "../make-scope.ts";
import { makeWholeScope } from "../whole-scope.ts";

const page = ({ id }: { id: string }) => `/job-applications/${id}`;

test("times are proposed, one is picked by one of twenty, and mails put it into calendars; moves and cancellations follow", async () => {
  const [hana, piet] = [await makeStaff(), await makeStaff("super_admin", "Piet")];
  const ada = await makeOwned({ time_zone: "America/New_York", locale: "de-DE" });
  const times = [inHours(30), inHours(54), inHours(78)];
  const interviewers = [hana.id, piet.id];
  const asked = await hana.ask(page(ada), fillProposal({ times, interviewers }));
  expect([asked.status, asked.text.includes("The times are proposed.")]).toEqual([200, true]);
  const [{ id } = { id: "" }] = await readInterviews(ada.id);
  const [proposal] = await readMails(ada.id);
  const inNewYork = new Intl.DateTimeFormat("de-DE", { timeStyle: "short", timeZone: "America/New_York" });
  expect(proposal).toMatchObject({ kind: "interview-candidate", recipient: ada.email, files: [] });
  expect(proposal?.text).toContain(inNewYork.format(times[0]));
  const asks = async () => [
    (await selectWaitingPicks(db).execute()).length,
    (await selectDeclinedPicks(db).execute()).length,
  ];
  expect(await asks()).toEqual([1, 0]);
  const shown = await ask(ada.own);
  for (const words of ["Choose a time", "America/New York", "Bring tea.", "with Hana Recruit, Piet"])
    expect(shown.text).toContain(words);
  for (const { email } of [hana, piet]) expect(shown.text).not.toContain(email);

  const none = await answerAsCandidate(ada.own, id, { answer: "After\r\nsix\u0000" });
  expect(none.location).toBe(`${ada.own}?declined`);
  expect((await hana.ask(page(ada))).text).toContain("No time suits the candidate");
  expect(await asks()).toEqual([0, 1]);
  const race = await Promise.all(
    Array.from({ length: 20 }, (_, at) => answerAsCandidate(ada.own, id, { time: times[at % 2] ?? 0 })),
  );
  const [booked] = await readInterviews(ada.id);
  const won = race.filter(({ location }) => location === `${ada.own}?picked`);
  expect(booked).toMatchObject({ state: "booked", version: 3, sequence: 0 });
  // The same time once more is no other answer.
  expect(won).toHaveLength(10);
  expect(race.filter(({ status, text }) => status === 400 && text.includes("Another time is booked"))).toHaveLength(10);
  const mails = await readMails(ada.id);
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual([
    "interview-candidate",
    "interview-candidate",
    "interview-colleague",
    "interview-colleague",
    "interview-colleague",
    "interview-given",
  ]);
  const invitations = mails.flatMap(({ files }) => files);
  expect(invitations).toHaveLength(3);
  for (const file of invitations) expect(file).toMatch(/METHOD:REQUEST[^]*SEQUENCE:0[^]*DTSTART:\d{8}T\d{6}Z/);
  // A calendar of a colleague keeps no name of a candidate.
  for (const { kind, text, files } of mails)
    if (kind === "interview-colleague") expect(text + files.join()).not.toContain(ada.name);
  const calendar = await ask(`${ada.own}/interviews/${id}/calendar.ics`);
  expect([calendar.status, calendar.headers.get("Content-Type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(calendar.text).toContain(`UID:${id}@`);

  const move = { times: [inHours(120)], interviewers: [hana.id], isBooked: true, interview: `${id}:3` };
  expect((await piet.ask(page(ada), fillProposal(move))).status).toBe(200);
  expect((await piet.ask(page(ada), fillProposal(move))).status).toBe(409);
  const moved = (await readMails(ada.id)).slice(mails.length).flatMap(({ files }) => files);
  expect(moved.map((file) => /METHOD:(\w+)[^]*SEQUENCE:(\d)/.exec(file)?.slice(1).join(" ")).toSorted()).toEqual([
    "CANCEL 1",
    "REQUEST 1",
    "REQUEST 1",
  ]);
  const form: [string, string][] = [
    ["do", "interview:held"],
    ["interview", `${id}:4`],
  ];
  expect((await hana.ask(page(ada), form)).status).toBe(409);
  // It is work on the application: its term begins anew.
  await db.updateTable("applications").set({ updated_at: 1 }).where("id", "=", ada.id).execute();
  expect((await hana.ask(page(ada), [["do", "interview:cancelled"], form[1]!])).status).toBe(200);
  const { updated_at } = await db
    .selectFrom("applications")
    .select("updated_at")
    .where("id", "=", ada.id)
    .executeTakeFirstOrThrow();
  expect(updated_at).toBeGreaterThan(1);
  const last = (await readMails(ada.id)).at(-1);
  expect(last?.files[0]).toMatch(/METHOD:CANCEL[^]*SEQUENCE:2[^]*STATUS:CANCELLED/);
  expect((await ask(ada.own)).text).toContain("is cancelled");
});

test("nobody has two interviews at one time, neither who asks nor who is asked", async () => {
  const [hana, piet] = [await makeStaff(), await makeStaff("super_admin", "Piet")];
  const [ada, ben] = [await makeOwned(), await makeOwned()];
  const slot = inHours(30);
  await hana.ask(page(ada), fillProposal({ times: [slot], interviewers: [hana.id, piet.id], isBooked: true }));
  const [{ id } = { id: "" }] = await readInterviews(ada.id);
  // Another candidate cannot have the same hour with one of them, and nobody else's interview is answered here.
  const refused = await piet.ask(page(ben), fillProposal({ times: [slot], interviewers: [piet.id], isBooked: true }));
  expect([refused.status, refused.text.includes("another booked interview at that time")]).toEqual([409, true]);
  expect(refused.text).toContain("Bring tea.");
  // Nor can the candidate be at two of their own applications at once.
  await db
    .updateTable("applications")
    .set({ candidate_id: db.selectFrom("applications").select("candidate_id").where("id", "=", ada.id) })
    .where("id", "=", ben.id)
    .execute();
  const twice = await hana.ask(
    page(ben),
    fillProposal({ times: [slot], interviewers: [(await makeStaff("HR", "Otto")).id], isBooked: true }),
  );
  expect([twice.status, twice.text.includes("another booked interview at that time")]).toEqual([409, true]);
  await hana.ask(page(ben), fillProposal({ times: [slot + 30 * minute, inHours(100)], interviewers: [hana.id] }));
  const [proposed] = await readInterviews(ben.id);
  const taken = await answerAsCandidate(ben.own, proposed?.id ?? "", { time: slot + 30 * minute });
  expect([taken.status, taken.text.includes("has just been taken")]).toEqual([400, true]);
  expect((await answerAsCandidate(ben.own, id, { time: slot })).status).toBe(404);
});

test("what cannot be proposed or picked is refused beside what was typed, and nothing is stored when a statement fails", async () => {
  const [hana, talent] = [await makeStaff(), await makeStaff("talent_admin", "Tess")];
  const ada = await makeOwned();
  const fine = { times: [inHours(30)], interviewers: [hana.id] };
  for (const [change, words] of [
    [{ times: [inHours(-3)] }, "A time is in the past."],
    [{ times: [] }, "Give a day and a time."],
    [{ times: Array.from({ length: 11 }, (_, at) => inHours(30 + at)) }, "Propose 10 times at most."],
    [{ times: [inHours(30), inHours(31)], isBooked: true }, "To book it at once, give one time."],
    [{ interviewers: [talent.id] }, "Somebody you chose cannot read applications."],
    [{ fields: { minutes: "5" } }, "Between 10 minutes and 8 hours."],
    [{ fields: { kind: "on-site", place: "" } }, "Say where."],
  ] as const) {
    const answer = await hana.ask(page(ada), fillProposal({ ...fine, ...change }));
    expect([answer.status, answer.text.includes(words), answer.text.includes("Bring tea.")], words).toEqual([
      400,
      true,
      true,
    ]);
  }
  let mailed = 0;
  for (let broken = 1; broken < 30; broken += 1) {
    const answer = await hana.ask(page(ada), fillProposal(fine), { DB: breakDatabase(broken) });
    if (answer.status === 200) break;
    const stored = (await readInterviews(ada.id)).length;
    // Who the guard cannot read is refused.
    expect([403, 503], String(broken)).toContain(answer.status);
    expect(await readMails(ada.id)).toHaveLength(stored);
    if (!answer.text.includes("It could not be stored just now.")) continue;
    expect([stored, answer.text.includes("Bring tea.")]).toEqual([0, true]);
    mailed += 1;
  }
  // One trip reads who it is about, and one stores everything.
  expect(mailed).toBeGreaterThanOrEqual(2);
  // The same form sent twice is one interview; the same times in other words are reported.
  const again = await hana.ask(page(ada), fillProposal(fine));
  expect([again.status, (await readInterviews(ada.id)).length]).toEqual([200, 1]);
  const others = await hana.ask(page(ada), fillProposal({ ...fine, fields: { minutes: "30" } }));
  expect([others.status, others.text.includes("The same times are proposed already.")]).toEqual([409, true]);
  await db.deleteFrom("interviews").execute();
  await db.updateTable("applications").set({ stage: "rejected" }).where("id", "=", ada.id).execute();
  const ended = await hana.ask(page(ada), fillProposal(fine));
  expect([ended.status, ended.text.includes("This application has ended.")]).toEqual([409, true]);
  await db.updateTable("applications").set({ stage: "new" }).where("id", "=", ada.id).execute();
  await hana.ask(page(ada), fillProposal(fine));
  const [{ id } = { id: "" }] = await readInterviews(ada.id);
  await db
    .updateTable("interview_times")
    .set({ starts_at: inHours(-1) })
    .execute();
  const past = await answerAsCandidate(ada.own, id, { time: inHours(-1) });
  expect([past.status, past.text.includes("This time is over.")]).toEqual([400, true]);
  expect((await answerAsCandidate(ada.own, id, { time: 5 })).status).toBe(400);
  expect((await answerAsCandidate(ada.own, id, { answer: "x".repeat(1001) })).status).toBe(400);
  await hana.ask(page(ada), [
    ["do", "interview:cancelled"],
    ["interview", `${id}:1`],
  ]);
  const recalled = await answerAsCandidate(ada.own, id, { time: inHours(30) });
  expect([recalled.status, recalled.text.includes("This interview is cancelled.")]).toEqual([400, true]);
  await db
    .updateTable("interviews")
    .set({ state: "booked", starts_at: inHours(-2) })
    .execute();
  for (const version of [2, 2])
    await hana.ask(page(ada), [
      ["do", "interview:held"],
      ["interview", `${id}:${version}`],
    ]);
  expect(await readInterviews(ada.id)).toMatchObject([{ state: "held", version: 3 }]);
  const today = selectInterviewsWithin(db, hana.id, { from: inHours(-4), to: inHours(4) });
  expect(await today.execute()).toMatchObject([{ id, name: ada.name }]);
  await expectIndexed(today);
});

test("who withdraws is forgotten, and their interviewers hear of it by a mail that names nobody", async () => {
  const [hana, ada] = [await makeStaff(), await makeOwned({ name: "Ada Withdrawn" })];
  // The number is the candidate's own: no calendar and no mail of a colleague has it.
  const fields = { kind: "telephone", place: "+49 1234567" };
  const form = fillProposal({ times: [inHours(30)], interviewers: [hana.id], isBooked: true, fields });
  expect((await hana.ask(page(ada), form)).status).toBe(200);
  expect((await hana.ask(page(ada), form)).text).toContain("The interview is booked.");
  const theirs = await (await makeStaff("HR", "Otto")).ask(page(ada), form);
  expect([theirs.status, theirs.text.includes("This interview is booked already.")]).toEqual([409, true]);
  expect(await readInterviews(ada.id)).toHaveLength(1);
  const toColleague = (await readMails(ada.id)).filter(({ kind }) => kind === "interview-colleague");
  expect([toColleague.length, JSON.stringify(toColleague).includes("1234567")]).toEqual([1, false]);
  expect((await hana.ask(page(ada))).text).toContain("+49 1234567");
  const today = await hana.ask("/job-applications?interview=today");
  expect([today.status, today.text.includes("Ada Withdrawn")]).toEqual([200, false]);
  const span = readDayAround(Date.now(), "UTC");
  await db
    .updateTable("interviews")
    .set({ starts_at: span.to - 1 })
    .execute();
  expect((await hana.ask("/job-applications?interview=today")).text).toContain("Ada Withdrawn");
  const held = await readHeldData(db, { email: ada.email }, makeWholeScope());
  expect(held.find(({ name }) => name === "Interviews")?.rows).toHaveLength(1);
  expect((await send({ path: ada.own, fields: { do: "withdraw", sure: "on" } })).location).toBe("/careers/application");
  expect(await readInterviews(ada.id)).toEqual([]);
  const left = await db.selectFrom("outbox").select(["id", "recipient", "text", "html", "attachments"]).execute();
  expect(left).toHaveLength(1);
  expect(left[0]).toMatchObject({ recipient: hana.email });
  expect(left[0]?.attachments).toContain("METHOD:CANCEL");
  // The binding takes the file as bytes.
  const { send: deliver, binding } = makeMailer();
  await db.updateTable("outbox").set({ state: "waiting", due_at: 0 }).execute();
  const scope = makeScope({ EMAIL: binding, MAIL_FROM: "site@example.com" });
  expect(await sendMail(db, { id: left[0]!.id }, scope)).toBe("sent");
  expect(deliver.mock.calls[0]?.[0]).toMatchObject({
    attachments: [
      {
        disposition: "attachment",
        filename: "interview.ics",
        type: "text/calendar; charset=utf-8; method=CANCEL",
        content: expect.any(Uint8Array),
      },
    ],
  });
  expect(JSON.stringify(left)).not.toMatch(/Ada|Withdrawn|1234567|client\.example/);
});

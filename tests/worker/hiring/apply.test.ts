/** Applying, through the pages of the built Worker against the real database and bucket. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { hour } from "#shared/dates/durations.ts";
import { ask, countAll, db, fillIn, makeQuestions, runHourly, send, upload } from "./apply-make.ts";
import { selectOpeningToApply } from "#worker/hiring/applications/opening-to-apply.ts";
import { selectOver, selectRemoved, selectTaken } from "#worker/hiring/applications/sweep.ts";
import { selectHeld } from "#worker/hiring/applications/write-digest.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeOpening } from "./openings-make.ts";
import { makeTicket } from "../enquiries/ticket-make.ts";
import { makeDocx, makePdf, toBytes } from "./apply-files-make.ts";

const readRows = () => db.selectFrom("applications").selectAll().orderBy("received_at").execute();
const readFiles = () => db.selectFrom("application_files").selectAll().orderBy("received_at").execute();
const readMails = () =>
  db.selectFrom("outbox").selectAll().where("kind", "like", "application-%").orderBy("kind").execute();

test("an application with a file, answers and a flag is stored, the team and the candidate are written to, and it says where", async () => {
  const job = await makeOpening({ title: "Cloud engineer" });
  const [legal = "", notice = "", languages = "", years = "", why = "", sample = ""] = await makeQuestions(job.id);
  const page = await ask(`/careers/${job.slug}/apply`, {
    headers: { Referer: `${env.SITE_ORIGIN}/careers/${job.slug}?source=Indeed` },
  });
  expect(page.status).toBe(200);
  expect(page.headers.get("Cache-Control")).toBe("private, no-cache");
  expect(page.text).toContain('name="source" value="indeed"');
  expect(page.text).not.toContain("knockOut");
  const pdf = makePdf();
  const fields = await fillIn({
    resumeText: "",
    phone: "+44 20 7946 0000",
    links: "github.com/ada\nhttps://ada.example/work",
    keep: "on",
    source: "indeed",
    referrer: "www.indeed.com",
    timeZone: "Europe/Lisbon",
    [legal]: "no",
    [notice]: "A month",
    [languages]: ["Rust", "Go"],
    [years]: "1,5",
    [why]: "It runs.",
  });
  const files = {
    resume: { name: "C:\\me\\cv.exe", bytes: pdf },
    [sample]: { name: "s.txt", bytes: toBytes("Words.") },
  };
  const { status, location } = await send({ path: `/careers/${job.slug}/apply`, fields, files });
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/careers\/application\/[\w-]{43}\?sent$/)]);
  const [row, ...others] = await readRows();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    opening_id: job.id,
    stage: "new",
    flags: '["May you work in the UK?","Years?"]',
    source: "indeed",
    referrer: "www.indeed.com",
    time_zone: "Europe/Lisbon",
    links: '["https://github.com/ada","https://ada.example/work"]',
  });
  expect(row?.keep_until).toBeGreaterThan(Date.now() + 700 * 24 * hour);
  expect(JSON.stringify(row)).not.toContain(location.slice(21, 64));
  const stored = await readFiles();
  expect(stored.map(({ purpose, name, type }) => [purpose, name, type])).toEqual([
    ["resume", "cv.exe.pdf", "application/pdf"],
    ["answer", "s.txt", "text/plain"],
  ]);
  const object = await env.MEDIA.get(stored[0]?.key ?? "");
  expect(new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(pdf);
  const answers = await db
    .selectFrom("application_answers")
    .select(["answer", "is_flagged"])
    .orderBy("position")
    .execute();
  const sampleId = stored[1]?.id;
  expect(answers.map(({ answer }) => JSON.parse(answer) as unknown)).toEqual([
    false,
    "A month",
    ["Rust", "Go"],
    1.5,
    "It runs.",
    sampleId,
  ]);
  expect(answers.map(({ is_flagged }) => is_flagged)).toEqual([1, 0, 0, 1, 0, 0]);
  const [toCandidate, toTeam] = await readMails();
  expect(toTeam?.subject).toBe("New application: Cloud engineer");
  for (const typed of ["Ada", fields["email"] as string, "It runs"])
    expect(toTeam?.text + (toTeam?.html ?? "")).not.toContain(typed);
  expect(toCandidate).toMatchObject({ recipient: fields["email"], is_secret: 1 });
  expect(toCandidate?.text).toContain(location.split("?")[0]);
  // The pieces went with the answer.
  expect((await env.MEDIA.list({ prefix: "private/" })).objects).toHaveLength(2);
  expect(await db.selectFrom("removed_files").selectAll().execute()).toEqual([]);
});

test("ten sends of one form at once are one application with one set of mails and files", async () => {
  const fields = await fillIn();
  const files = { resume: { name: "cv.pdf", bytes: makePdf() } };
  const sent = await Promise.all(Array.from({ length: 10 }, () => send({ fields, files })));
  expect(new Set(sent.map(({ status, location }) => `${status} ${location}`)).size).toBe(1);
  expect(await readRows()).toHaveLength(1);
  expect(await readMails()).toHaveLength(2);
  expect(await readFiles()).toHaveLength(1);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 72 * hour);
  await runHourly();
  expect(await countAll()).toMatchObject({ applications: 1, application_files: 1, objects: 1 });
  expect(await countAll()).not.toHaveProperty("removed_files");
});

test("one form sent at once under ten addresses is one application of one person", async () => {
  const fields = await fillIn();
  const emails = Array.from({ length: 10 }, (_, index) => `ada-${index}@example.com`);
  const sent = await Promise.all(emails.map((email) => send({ fields: { ...fields, email } })));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([303, ...Array.from({ length: 9 }, () => 409)]);
  const [row] = await readRows();
  expect(await db.selectFrom("candidates").select("email").execute()).toEqual([{ email: row?.email }]);
});

test("a form that was changed and sent again says so, and goes as a second application with its file when sent once more", async () => {
  const fields = await fillIn({ resumeText: "" });
  const stored = await upload(fields.ticket, { name: "cv.docx", bytes: await makeDocx() });
  const named = { ...fields, "resume-upload": stored.upload?.id ?? "", "resume-about": "cv.docx|9" };
  expect((await send({ fields: named })).status).toBe(303);
  const again = await send({ fields: { ...named, coverNote: "One thing more." } });
  expect(again.status).toBe(409);
  const ticket = /name="ticket" value="([^"]+)"/.exec(again.text)?.[1] ?? "";
  expect(ticket).not.toBe(fields.ticket);
  expect((await send({ fields: { ...named, coverNote: "One thing more.", ticket } })).status).toBe(303);
  expect(await readFiles()).toHaveLength(2);
  expect(await db.selectFrom("candidates").selectAll().execute()).toHaveLength(1);
});

test("a refused form comes back with every answer and the file, without script too", async () => {
  const job = await makeOpening();
  const [, notice = ""] = await makeQuestions(job.id);
  const fields = await fillIn({
    email: "ada@",
    resumeText: "",
    coverNote: "Two\nlines & “quotes”",
    consent: "",
    [notice]: "None",
  });
  const bytes = makePdf({ bytes: 3 * 1024 * 1024 });
  const { status, text } = await send({
    path: `/careers/${job.slug}/apply`,
    fields,
    files: { resume: { name: "cv.pdf", bytes } },
  });
  expect(status).toBe(400);
  for (const typed of [
    'value="ada@"',
    "Two\nlines &amp; “quotes”",
    "cv.pdf",
    'name="resume-upload"',
    "such as name@example.com".slice(0, 4),
  ])
    expect(text).toContain(typed);
  expect(text).toMatch(
    /<input type="radio"[^>]*checked[^>]*value="None"|<input type="radio"[^>]*value="None"[^>]*checked/,
  );
  const id = /name="resume-upload" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const sent = await send({ fields: { ...fields, email: "ada@example.com", consent: "on", "resume-upload": id } });
  expect(sent.status).toBe(303);
  expect((await readFiles())[0]).toMatchObject({ name: "cv.pdf", bytes: bytes.length });
});

test("another form cannot take a file, and one that is not whole does not count", async () => {
  const ticket = await makeTicket();
  const theirs = await upload(ticket, { name: "cv.pdf", bytes: makePdf() });
  const fields = await fillIn({ resumeText: "" });
  const stolen = await send({ fields: { ...fields, "resume-upload": theirs.upload?.id ?? "" } });
  expect([stolen.status, await readRows()]).toEqual([400, []]);
  const half = await ask("/careers/apply/uploads?do=begin", {
    method: "POST",
    body: new URLSearchParams({ name: "a.pdf", bytes: "2000000" }),
    headers: { "X-Ticket": fields.ticket },
  });
  const { upload: begun } = JSON.parse(half.text) as { upload: { id: string } };
  expect((await send({ fields: { ...fields, "resume-upload": begun.id } })).status).toBe(400);
  expect((await upload("made-up", { name: "cv.pdf", bytes: makePdf() })).status).toBe(400);
});

test("a file that changed after it was looked at is not taken", async () => {
  const fields = await fillIn({ resumeText: "" });
  const bytes = makePdf();
  const sent = await upload(fields.ticket, { name: "cv.pdf", bytes });
  const id = sent.upload?.id ?? "";
  await env.MEDIA.put(
    `private/application-uploads/${id}/000`,
    bytes.map((byte) => byte ^ 1),
  );
  const { status, text } = await send({ fields: { ...fields, "resume-upload": id } });
  expect([status, text.includes("This file was changed on its way. Choose it again.")]).toEqual([400, true]);
  expect([await readRows(), await readFiles()]).toEqual([[], []]);
});

test("a closed opening says so and keeps what was typed for an application without a role; drafts and internal ones are not there", async () => {
  const closed = await makeOpening({ closesAt: Date.now() + 1000 });
  const [legal = "", , , , why = "", file = ""] = await makeQuestions(closed.id);
  const draft = await makeOpening({}, null);
  const fields = await fillIn({ coverNote: "Hello.", [legal]: "yes" });
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
  expect((await ask(`/careers/${closed.slug}/apply`)).status).toBe(410);
  const late = await send({ path: `/careers/${closed.slug}/apply`, fields });
  expect(late.status).toBe(409);
  expect(late.text).toContain('action="/careers/apply"');
  expect(late.text).toContain("Hello.\n\nMay you work in the UK? Yes");
  expect(await readRows()).toEqual([]);

  // What has no room in the note is shown, and files that answered a question come along.
  const long = { ...fields, coverNote: "x".repeat(7990), [why]: "Because of the team.", [legal]: "yes" };
  const sample = { name: "sample.txt", bytes: toBytes("A sample.") };
  const full = await send({ path: `/careers/${closed.slug}/apply`, fields: long, files: { [file]: sample } });
  expect(full.text).toMatch(/no room in the note[^]*May you work in the UK\? Yes[^]*Why\? Because of the team\./);
  const [, carried = ""] = new RegExp(`name="${file}-upload" value="([^"]+)"`).exec(full.text) ?? [];
  expect((await send({ fields: { ...fields, [`${file}-upload`]: carried } })).status).toBe(303);
  expect((await readFiles()).map(({ name, purpose }) => [name, purpose])).toEqual([["sample.txt", "document"]]);
  for (const path of [`/careers/${draft.slug}/apply`, "/careers/nothing/apply"]) {
    expect((await ask(path)).status).toBe(404);
    expect((await send({ path })).status).toBe(404);
  }
});

test("what looks automatic is stored and marked, and nobody is written to", async () => {
  await send({ fields: await fillIn({ fax: "1", name: "See www.x.example" }) });
  const [row] = await readRows();
  expect(JSON.parse(row?.flags ?? "[]")).toEqual([
    "Looks automatic: a hidden field was filled in",
    "Looks automatic: a link in the name",
  ]);
  expect(await readMails()).toEqual([]);
});

test("past the limits applications are stored, and one digest tells the team of the rest", async () => {
  for (let sent = 0; sent < 22; sent += 1)
    await send({ fields: await fillIn({ email: "same@example.com" }), address: `10.9.${sent}.1` });
  expect(await readRows()).toHaveLength(22);
  const kinds = () => readMails().then((mails) => mails.map(({ kind }) => kind));
  expect((await kinds()).filter((kind) => kind === "application-candidate")).toHaveLength(3);
  expect((await kinds()).filter((kind) => kind === "application-team")).toHaveLength(20);
  await Promise.all([runHourly(), runHourly()]);
  const digests = (await readMails()).filter(({ kind }) => kind === "application-digest");
  expect(digests.map(({ subject }) => subject)).toEqual(["2 more applications have arrived"]);
});

test("a form that was sent too often comes back with its answers", async () => {
  const never = { limit: async () => ({ success: false }) } as RateLimit;
  const { status, text, headers } = await send({
    fields: await fillIn({ name: "Grace" }),
    env: { API_LIMIT: never },
  });
  expect([status, headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(text).toContain('value="Grace"');
});

test("what is read of jobs, of uploads and by the jobs of each hour is found by an index", async () => {
  const reads = [
    ...selectOpeningToApply(db, { slug: "x", now: 1 }),
    selectOver(db, 1),
    selectTaken(db),
    selectRemoved(db, 1),
    selectHeld(db),
  ];
  for (const query of reads) await expectIndexed(query);
});

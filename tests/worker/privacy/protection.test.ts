/** Data protection of applications: announced before they are deleted, kept by consent, held by law, erased with proof. */
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { readArchive } from "#tests/import-files/make-archive.ts";
import { day, hour } from "#shared/dates/durations.ts";
import { removeAccount } from "#worker/accounts/managing/change-account.ts";
import { filterApplications } from "#worker/hiring/applications/filter-applications.ts";
import { askToKeep } from "#worker/hiring/applications/keep/ask-to-keep.ts";
import { mergeCandidates } from "#worker/hiring/applications/merge-candidates.ts";
import { writeNote } from "#worker/hiring/applications/notes.ts";
import { readCandidateOf } from "#worker/hiring/applications/read-standings.ts";
import { tagApplication } from "#worker/hiring/applications/tag-application.ts";
import { askForTextAgain } from "#worker/hiring/applications/text/for-staff.ts";
import { addReply } from "#worker/hiring/mails/replies.ts";
import { sendCandidateMail } from "#worker/hiring/mails/send-mail.ts";
import { eraseEnquiry } from "#worker/enquiries/change-enquiry.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationFileId, ApplicationId } from "#worker/db/applications-tables.ts";
import type { CandidateMailId } from "#worker/db/hiring-mails-tables.ts";
import type { HoldId, KeepRequestId } from "#worker/db/privacy-tables.ts";
import { columns } from "#worker/db/tables.ts";
import { planMail } from "#worker/email/outbox.ts";
import { saveScorecard } from "#worker/hiring/interviews/scorecards.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { readLength, terms } from "#worker/lib/terms.ts";
import { erasePerson } from "#worker/privacy/erase.ts";
import { heldWords, isPersonHeld, releaseHold, setHold } from "#worker/privacy/holds.ts";
import { lookUpPerson } from "#worker/privacy/look-up.ts";
import { makeApplication, makeFile } from "../hiring/application-rows.ts";
import { makeRecruiter, openApplicationPage, openList, postToApplication } from "../hiring/applications-make.ts";
import { makePdf, toBytes } from "../hiring/apply-files-make.ts";
import { ask, db, fillIn, runHourly, send, upload } from "../hiring/apply-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeEnquiry } from "../enquiries/enquiry-rows.ts";
import { answerAsCandidate, fillProposal, inHours, makeStaff, readInterviews } from "../hiring/interviews-make.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { siteOrigin } from "../make-scope.ts";
import { makeWholeScope } from "../whole-scope.ts";

afterEach(() => {
  vi.useRealTimers();
});

const halfYear = readLength(terms.endedApplications);
const superVisit = async () => {
  const user = await makeAccount({ roles: ["super_admin"] });
  return { user, visit: { user: user.id, roles: ["super_admin" as const] } };
};
const lookUp = (email: string) => lookUpPerson(db, { email }, makeWholeScope());
const readIds = async () =>
  (await db.selectFrom("applications").select("id").orderBy("id").execute()).map(({ id }) => id);
const ended = (overrides: object = {}) => makeApplication({ stage: "rejected", end_reason: "skills", ...overrides });

async function apply(changes: Record<string, string> = {}) {
  const fields = await fillIn(changes);
  const { location } = await send({ fields, files: { resume: { name: "cv.pdf", bytes: makePdf() } } });
  const email = String(fields["email"]);
  const { id } = await db.selectFrom("applications").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  return { id, email, path: location.replace("?sent", ""), ticket: fields.ticket };
}

/** Somebody of the staff who posts forms to the built Worker. */
async function signIn(role: "super_admin" | "HR") {
  const user = await makeAccount({ roles: [role] });
  const headers = { Cookie: writeCookies(await makeSession(user.id)), Origin: siteOrigin };
  const post = (path: string, form: Record<string, string>) =>
    ask(path, { method: "POST", headers, body: new URLSearchParams(form) });
  return { user, post };
}

test("the day that staff see is the day on which it goes, by each rule; who is told of is who goes", async () => {
  const { visit } = await makeRecruiter();
  const at = Date.now();
  const made = {
    rejected: await ended({ ended_at: at - halfYear + 10 * day }),
    kept: await ended({ ended_at: 1, keep_until: at + 8 * day }),
    hired: await makeApplication({ stage: "hired", stage_since: at - readLength(terms.hiredApplications) + 6 * day }),
    idle: await makeApplication({ updated_at: at - readLength(terms.idleApplications) + 4 * day }),
    later: await ended({ ended_at: at - halfYear + 20 * day }),
    running: await makeApplication(),
  };
  const actor = (await makeAccount({ roles: ["super_admin"] })).id;
  const held = await ended({ ended_at: at - halfYear + day });
  await setHold(db, { application: held.id, reason: "Claim 7", actor }, makeWholeScope());
  const soon = [made.rejected, made.kept, made.hired, made.idle].map(({ id }) => id);
  const listed = await openList("?keeps=ending", visit);
  expect(listed.page?.rows.map((row) => row.id).toSorted()).toEqual(soon.toSorted());
  const everything = { job: null, stage: null, source: null, assignee: null, mentioned: null, tag: null, since: null };
  const ending = { ...everything, isFlagged: false, isUnopened: false, words: "", isEnding: true };
  await expectIndexed(filterApplications(db, ending).select("applications.id"));
  const read = async (id: string) => (await openApplicationPage(id, visit)).view?.keeping;
  expect(await read(made.rejected.id)).toMatchObject({ soon: "Deleted in 10 days" });
  expect((await read(made.idle.id))?.end?.because).toBe(
    "12 months will have passed since the last work on it, or since the end of what the candidate agreed to",
  );
  expect(await read(made.later.id)).toMatchObject({
    soon: null,
    end: { because: expect.stringContaining("6 months") },
  });
  expect(await read(held.id)).toMatchObject({ end: null, isHeld: true, hold: null });

  await runHourly();
  await runHourly();
  const mails = await db
    .selectFrom("outbox")
    .select(["recipient", "subject", "text"])
    .where("kind", "=", "application-ending")
    .execute();
  expect(mails).toMatchObject([{ subject: "4 applications will be deleted within 14 days" }]);
  expect(mails[0]?.text).toContain("/job-applications?keeps=ending");
  expect(mails[0]?.text).not.toContain("Ada");
  const times = { rejected: 10, kept: 9, hired: 6, idle: 4 };
  for (const [name, days] of Object.entries(times).toSorted(([, a], [, b]) => a - b)) {
    const { id } = made[name as keyof typeof times];
    vi.setSystemTime(at + days * day - hour);
    await runHourly();
    expect(await readIds(), name).toContain(id);
    vi.setSystemTime(at + days * day + hour);
    await runHourly();
    expect(await readIds(), name).not.toContain(id);
  }
  expect((await readIds()).toSorted()).toEqual([held.id, made.later.id, made.running.id].toSorted());
  // The list's answer at the beginning was what retention has taken within the 14 days.
  const { proofs } = await lookUp(made.rejected.email);
  expect(proofs).toMatchObject([
    { erased_by: "retention", counts: expect.stringContaining('"Job applications":1'), files: 0 },
  ]);
});

test("a candidate is asked once in 90 days, and only their yes keeps an application longer", async () => {
  const { visit } = await makeRecruiter();
  const asking: [string, string][] = [["do", "ask-keep"]];
  const readRow = (id: ApplicationId) =>
    db.selectFrom("applications").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  for (const answer of ["yes", "no"]) {
    const { id } = await apply();
    await db
      .updateTable("applications")
      .set({ stage: "rejected", ended_at: Date.now() })
      .where("id", "=", id)
      .execute();
    expect((await postToApplication(id, asking, visit)).refused).toMatchObject({
      outcome: { done: expect.any(String) },
    });
    expect(await postToApplication(id, asking, visit)).toMatchObject({ status: 409 });
    expect((await readRow(id)).keep_until).toBeNull();
    const mail = await db
      .selectFrom("outbox")
      .select(["text", "is_secret"])
      .where("kind", "=", "application-keep")
      .where("subject_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(mail.is_secret).toBe(1);
    // An older question that was never answered does not come back.
    const older = { id: crypto.randomUUID(), application_id: id, asked_at: 1, asked_by: null, keep_until: 2 };
    await db
      .insertInto("keep_requests")
      .values({ ...older, id: older.id as KeepRequestId, words: "Older words.", answer: null, answered_at: null })
      .execute();
    const [path = ""] = /\/careers\/application\/[\w-]{43}/.exec(mail.text) ?? [];
    const page = await ask(path);
    const { words, keep_until } = await db
      .selectFrom("keep_requests")
      .selectAll()
      .where("application_id", "=", id)
      .orderBy("asked_at", "desc")
      .executeTakeFirstOrThrow();
    expect(page.text).toContain(words);
    const before = await ask(path, { method: "POST", body: new URLSearchParams({ do: "keep", answer: "perhaps" }) });
    expect([before.status, before.text.includes("Choose one of the two.")]).toEqual([400, true]);
    for (let times = 0; times < 2; times += 1)
      expect((await ask(path, { method: "POST", body: new URLSearchParams({ do: "keep", answer }) })).location).toBe(
        path,
      );
    expect((await readRow(id)).keep_until).toBe(answer === "yes" ? keep_until : null);
    const after = (await ask(path)).text;
    for (const gone of [words, "Older words."]) expect(after).not.toContain(gone);
    // What they were asked and have answered they can download.
    const { questions } = JSON.parse((await ask(`${path}/data.json`)).text) as { questions: object[] };
    expect(questions).toMatchObject([
      { words: "Older words.", answer: null },
      { words, answer },
    ]);
    const { view } = await openApplicationPage(id, visit);
    expect(view?.keeping.asked).toMatchObject({ answer, answered: expect.any(Object) });
    expect(view?.history.map(({ what }) => what)).toContain(
      answer === "yes" ? "The candidate lets us keep it" : "The candidate does not let us keep it longer",
    );
  }
  const entries = await db
    .selectFrom("audit_log")
    .select("action")
    .where("action", "like", "application.keep%")
    .execute();
  expect(entries.map(({ action }) => action).toSorted()).toEqual(
    ["answered", "answered", "asked", "asked"].map((what) => `application.keep_${what}`),
  );
});

/** Every text of every table, with where it stands. */
async function findTexts(mark: RegExp): Promise<string[]> {
  const found = [];
  for (const table of Object.keys(columns)) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all();
    for (const row of results)
      for (const [column, value] of Object.entries(row))
        if (typeof value === "string" && mark.test(value)) found.push(`${table}.${column}`);
  }
  return found;
}

test("erasing a person leaves nothing of them in tables and bucket but a proof, which names nobody and cannot be changed", async () => {
  const { id, email, ticket } = await apply({ name: "Zora Markova", email: "zora.markova@example.com" });
  const { user } = await makeRecruiter();
  const actor = (await makeAccount({ roles: ["super_admin"] })).id;
  await writeNote(
    db,
    { applicationId: id, actor, note: "Zora Markova called.", mentions: [user.id as AccountId] },
    makeWholeScope(),
  );
  await tagApplication(db, { known: { id, version: 1 }, add: ["markova"], actor }, makeWholeScope());
  await upload(ticket, { name: "markova.txt", bytes: toBytes("Zora Markova, not attached") });
  await db.updateTable("application_texts").set({ state: "done", text: "Markova" }).execute();
  await openList("?q=markova", { user: user.id, roles: ["HR"] });
  expect((await findTexts(/markova/i)).length).toBeGreaterThan(8);
  const held = (await lookUp(email)).held.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
  expect(held).toEqual(
    expect.arrayContaining(["Tags of job applications", "Texts taken from files", "Uploads of job applications"]),
  );

  await erasePerson(db, { email: "Zora.Markova@EXAMPLE.com", actor }, makeWholeScope());
  expect(await findTexts(/markova/i)).toEqual([]);
  expect(await findTexts(new RegExp(`^${id}$`))).toEqual(["audit_log.subject_id", "audit_log.subject_id"]);
  const [pending] = (await lookUp(email)).proofs;
  expect(pending).toMatchObject({ erased_by: "staff", files: 2, files_gone_at: null });
  expect(JSON.parse(pending?.counts ?? "{}")).toMatchObject({ "Job applications": 1, "Files of job applications": 1 });
  await runHourly();
  expect((await lookUp(" ZORA.markova@example.com")).proofs).toMatchObject([
    { id: pending?.id, files_gone_at: expect.any(Number) },
  ]);
  expect((await lookUp("not-zora.markova@example.com")).proofs).toEqual([]);
  expect((await env.MEDIA.list({ prefix: "private/" })).objects).toEqual([]);
  for (const change of ["UPDATE erasure_proofs SET files = 0", "DELETE FROM erasure_proofs"])
    await expect(env.DB.prepare(change).run()).rejects.toThrow("append-only");

  const gone = await apply();
  await ask(gone.path, { method: "POST", body: new URLSearchParams({ do: "withdraw", sure: "on" }) });
  expect((await lookUp(gone.email)).proofs).toMatchObject([
    { erased_by: "candidate", files: 1, files_gone_at: expect.any(Number) },
  ]);
});

test.each(["retention", "staff", "candidate"] as const)(
  "an application with all that hiring adds is erased by %s: nothing of it is left anywhere, and the proof tells of each kind",
  async (by) => {
    const { id, email, path } = await apply({ name: "Zora Markova", email: "zora.markova@example.com" });
    const hana = await makeStaff("HR", "Hana Recruit");
    const page = `/job-applications/${id}`;
    await hana.ask(
      page,
      fillProposal({ times: [inHours(48)], interviewers: [hana.id], fields: { message: "To Markova" } }),
    );
    const [interview] = await readInterviews(id);
    await answerAsCandidate(path, interview?.id ?? "", { answer: "Markova is away." });
    await hana.ask(page, fillProposal({ times: [inHours(72)], interviewers: [hana.id], isBooked: true }));
    const known = { applicationId: id, actor: hana.id };
    const scores = [{ criterion: "Craft", score: 4, evidence: "Markova knows it." }];
    const input = { scores, verdict: "yes" as const, note: "Take Markova." };
    await saveScorecard(db, { ...known, version: 0, input, isSent: true }, makeWholeScope());
    const typed = { subject: "Your day, Zora Markova", body: "Dear Zora Markova,\n\nsee {private link}" };
    await sendCandidateMail(db, { ...known, mailId: newId(), typed, template: null, seen: 0 }, makeWholeScope());
    const reply = { ...known, mailId: newId<CandidateMailId>(), from: "", at: null };
    await addReply(db, { ...reply, text: "Thanks, Markova\n\n> Dear Zora Markova,\n> see you" }, makeWholeScope());
    await writeNote(db, { ...known, note: "Markova called.", mentions: [hana.id] }, makeWholeScope());
    await tagApplication(db, { known: { id, version: 1 }, add: ["markova"], actor: hana.id }, makeWholeScope()).catch(
      () => {},
    );
    await askToKeep(db, { id, actor: hana.id }, makeWholeScope());
    const ended_at = Date.now();
    // The sweep leaves them to retention.
    await db
      .updateTable("application_uploads")
      .set({ expires_at: ended_at * 2 })
      .execute();
    await db.updateTable("application_texts").set({ state: "done", text: "Markova" }).execute();
    await db
      .updateTable("applications")
      .set({ stage: "rejected", end_reason: "skills", end_note: "Markova", ended_at, updated_at: ended_at })
      .where("id", "=", id)
      .execute();
    const names = (await lookUp(email)).held.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
    const own = JSON.parse((await ask(`${path}/data.json`)).text) as Record<string, unknown>;
    expect(own).toMatchObject({
      interviews: [{ answer: "Markova is away." }, { state: "booked" }],
      conversation: [{ direction: "in", quoted: expect.stringContaining("Dear Zora Markova") }],
    });

    if (by === "staff") await erasePerson(db, { email: email.toUpperCase(), actor: hana.id }, makeWholeScope());
    else if (by === "candidate")
      await ask(path, { method: "POST", body: new URLSearchParams({ do: "withdraw", sure: "on" }) });
    else vi.setSystemTime(ended_at + halfYear + 2 * hour);
    for (let hours = 0; hours < 3; hours += 1) await runHourly();
    expect(await readIds()).toEqual([]);
    expect(await findTexts(/markova/i)).toEqual([]);
    const places = await findTexts(new RegExp(id));
    // Both have its id alone: what was done, and what no restored backup may bring back.
    expect(places.filter((place) => !/^(audit_log|backup_notes)\./.test(place))).toEqual([]);
    expect((await env.MEDIA.list({ prefix: "private/" })).objects).toEqual([]);
    const { proofs } = await lookUp(email);
    expect(proofs).toMatchObject([{ erased_by: by, files: 1, files_gone_at: expect.any(Number) }]);
    const proven = Object.keys(JSON.parse(proofs[0]?.counts ?? "{}") as object);
    // Where one application goes, the person's row goes with it as the last one.
    expect(proven.toSorted()).toEqual(
      names.filter((name) => by === "staff" || name !== "People who applied").toSorted(),
    );
  },
);

test("what is held is deleted by nobody; a candidate who withdraws it is told so, and it goes when the hold ends", async () => {
  const { visit: hr } = await makeRecruiter();
  const { user, visit } = await superVisit();
  const { id, email, path } = await apply();
  const { post } = await signIn("super_admin");
  expect(
    (await (await signIn("HR")).post("/privacy-requests", { intent: "hold", application: id, reason: "Claim" })).status,
  ).toBe(403);
  expect((await post("/privacy-requests", { intent: "hold", application: id, reason: " " })).text).toContain(
    "Write the reason.",
  );
  const held = await post("/privacy-requests", { intent: "hold", application: id, reason: "Claim 12/26" });
  expect([held.status, held.location]).toEqual([303, `/job-applications/${id}`]);
  expect((await post("/privacy-requests", { intent: "hold", application: id, reason: "Twice" })).status).toBe(409);
  await expect(erasePerson(db, { email, actor: user.id }, makeWholeScope())).rejects.toThrow(heldWords);
  await expect(env.DB.prepare("DELETE FROM candidates").run()).rejects.toThrow("legal_hold");

  const withdrawn = await ask(path, { method: "POST", body: new URLSearchParams({ do: "withdraw", sure: "on" }) });
  expect([withdrawn.status, withdrawn.location]).toEqual([303, path]);
  expect((await ask(path)).text).toContain("A law makes us keep it for now.");
  expect((await openList("?stage=any", hr)).page?.rows).toEqual([]);
  expect((await openApplicationPage(id, hr)).status).toBe(404);
  // Its own page changes nothing any more, and no door of the staff does.
  const fields = { ticket: (await fillIn()).ticket, do: "document" };
  const late = { document: { name: "late.pdf", bytes: makePdf({ extra: "/X 2" }) } };
  expect((await send({ path, fields, files: late })).location).toBe(path);
  const stored = await db.selectFrom("application_files").select(["id", "name"]).execute();
  expect(stored.map(({ name }) => name)).toEqual(["cv.pdf"]);
  await expect(
    askForTextAgain(db, { fileId: stored[0]?.id as ApplicationFileId, actor: user.id }, makeWholeScope()),
  ).rejects.toThrow(ConflictError);
  expect(await readCandidateOf(db, id)).toBeUndefined();
  const other = await makeApplication();
  const known = { id: other.candidate_id, version: 1 };
  const { candidate_id: into } = await db
    .selectFrom("applications")
    .select("candidate_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await expect(mergeCandidates(db, { known, into, from: id, actor: user.id }, makeWholeScope())).rejects.toThrow(
    ConflictError,
  );
  await db.deleteFrom("applications").where("id", "=", other.id).execute();
  expect(
    (
      await postToApplication(
        id,
        [
          ["do", "note"],
          ["note", "Hm"],
        ],
        hr,
      )
    ).status,
  ).toBe(409);
  const { view } = await openApplicationPage(id, visit);
  expect(view?.keeping).toMatchObject({ isHeld: true, sealed: expect.any(Object), hold: { reason: "Claim 12/26" } });
  vi.setSystemTime(Date.now() + 2 * hour);
  await runHourly();
  expect(await readIds()).toEqual([id]);
  const page = await post("/privacy-requests", {
    intent: "release",
    hold: view?.keeping.hold?.id ?? "",
    reason: "Settled",
  });
  expect(page.location).toBe("/privacy-requests?released");
  await runHourly();
  expect(await readIds()).toEqual([]);
  expect((await lookUp(email)).proofs).toMatchObject([{ erased_by: "retention" }]);
  const entries = await db
    .selectFrom("audit_log")
    .select("action")
    .where("action", "like", "hold.%")
    .orderBy("id")
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(["hold.set", "hold.released"]);
});

test("a hold on an address holds everybody who was put together with that person, their enquiries and mails", async () => {
  const actor = (await makeAccount({ roles: ["super_admin"] })).id;
  const old = { ended_at: Date.now() - halfYear - day };
  const [ada, ben, other] = [await ended(old), await ended(old), await ended(old)];
  const known = { id: ada.candidate_id, version: 1 };
  await mergeCandidates(db, { known, into: ben.candidate_id, from: ben.id, actor }, makeWholeScope());
  const { id: enquiry } = await makeEnquiry({ email: ada.email, updated_at: 1 });
  const account = await makeAccount({ email: ada.email, roles: [] });
  const manager = { id: actor, email: "", name: null, roles: ["super_admin" as const], authTime: Date.now() / 1000 };
  // A mail to a colleague about somebody who is held by kin.
  const planned = { kind: "interview-colleague" as const, recipient: "colleague@example.com", subject: "An interview" };
  const mail = planMail(db, { ...planned, dedupeKey: "told", subjectId: ben.id, text: "At ten", html: "<p>At ten" });
  await mail.query.execute();
  await db.updateTable("outbox").set({ state: "sent", sent_at: 1, due_at: 1, created_at: 1 }).execute();
  await setHold(db, { email: ada.email.toUpperCase(), reason: "Court order", actor }, makeWholeScope());
  await expect(erasePerson(db, { email: ben.email, actor }, makeWholeScope())).rejects.toThrow(heldWords);
  await runHourly();
  expect((await readIds()).toSorted()).toEqual([ada.id, ben.id].toSorted());
  await expect(eraseEnquiry(db, { id: enquiry, version: 1, actor }, makeWholeScope())).rejects.toThrow(heldWords);
  expect(await db.selectFrom("enquiries").select("id").execute()).toEqual([{ id: enquiry }]);
  expect(await db.selectFrom("outbox").select("text").where("id", "=", mail.id).execute()).toEqual([
    { text: "At ten" },
  ]);
  const removing = () => removeAccount(db, { id: account.id, version: 1, manager }, makeWholeScope());
  await expect(removing()).rejects.toThrow(heldWords);
  expect((await lookUp(other.email)).isHeld).toBe(false);
  expect(await lookUp(ben.email)).toMatchObject({ isHeld: true, hold: null });
  const { hold } = await lookUp(ada.email);
  await expectIndexed(db.selectNoFrom(isPersonHeld(ada.email).as("isHeld")));
  await releaseHold(db, { id: hold as HoldId, reason: "Over", actor }, makeWholeScope());
  expect(await findTexts(new RegExp(ada.email, "i"))).toEqual(expect.not.arrayContaining(["legal_holds.email"]));
  await runHourly();
  expect(await readIds()).toEqual([]);
});

test("everything about a person comes as a ZIP: data, files under names of their own, and what is missing by name", async () => {
  const { id, email } = await apply();
  await makeFile(id, { name: "CV.pdf", text: "%PDF-1.4 second" });
  await makeFile(id, { name: "CON.pdf" });
  const lost = await makeFile(id, { name: "lost.pdf" });
  const bad = await makeFile(id, { name: "../evil.exe" });
  await env.MEDIA.delete(lost.key);
  await db
    .updateTable("application_files")
    .set({ scan_state: "infected" })
    .where("id", "=", bad.id as ApplicationFileId)
    .execute();
  const { post, user } = await signIn("super_admin");
  const headers = { Cookie: writeCookies(await makeSession(user.id)), Origin: siteOrigin };
  expect((await (await signIn("HR")).post("/privacy-requests.zip", { email })).status).toBe(403);
  expect((await post("/privacy-requests.zip", { email: "nobody" })).status).toBe(400);
  const { worker } = await import("../built-worker.ts");
  const { createExecutionContext } = await import("cloudflare:test");
  const init = {
    method: "POST",
    headers: { ...headers, "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams({ email }),
  };
  const request = new Request(new URL("/privacy-requests.zip", siteOrigin), init);
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, createExecutionContext());
  expect([response.status, response.headers.get("Content-Type"), response.headers.get("Cache-Control")]).toEqual([
    200,
    "application/zip",
    "no-store",
  ]);
  const files = await readArchive(new Uint8Array(await response.arrayBuffer()));
  expect(Object.keys(files)).toEqual(["data.json", "files/cv.pdf", "files/CV (2).pdf", "files/_CON.pdf", "readme.txt"]);
  expect(files["files/CV (2).pdf"]).toBe("%PDF-1.4 second");
  expect(JSON.parse(files["data.json"] ?? "")).toMatchObject({
    email,
    data: { "Job applications": [{ email, private_links: 0 }] },
  });
  expect(files["readme.txt"]).toMatch(/lost\.pdf: the file is no longer stored/);
  expect(files["readme.txt"]).toMatch(/evil\.exe: a virus scanner/);
  const entry = await db
    .selectFrom("audit_log")
    .select("detail")
    .where("action", "=", "person.exported")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(entry.detail)).toMatchObject({ files: 5, as: "zip" });
});

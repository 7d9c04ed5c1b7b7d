/** What a candidate can do by the private link, and that nothing stays of what is withdrawn or erased. */
import { expect, test } from "vitest";
import { mostFiles } from "#shared/hiring/application-files.ts";
import { mergeCandidates } from "#worker/hiring/applications/merge-candidates.ts";
import type { ApplicationFileId, CandidateId } from "#worker/db/applications-tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { erasePerson } from "#worker/privacy/erase.ts";
import { countHeld, readHeldData } from "#worker/privacy/held-data.ts";
import { ask, countAll, db, fillIn, makeQuestions, runHourly, send, upload } from "./apply-make.ts";
import { makeOpening } from "./openings-make.ts";
import { makeTicket } from "../enquiries/ticket-make.ts";
import { makePdf, toBytes } from "./apply-files-make.ts";
import { makeAccount } from "../make.ts";
import { makeWholeScope } from "../whole-scope.ts";

const readFiles = () => db.selectFrom("application_files").selectAll().orderBy("received_at").execute();

async function apply() {
  const job = await makeOpening({ title: "Cloud engineer" });
  const [, , , , , sample = ""] = await makeQuestions(job.id);
  await db.updateTable("opening_questions").set({ is_required: 0 }).execute();
  const { location } = await send({
    path: `/careers/${job.slug}/apply`,
    fields: await fillIn(),
    files: {
      resume: { name: "cv.pdf", bytes: makePdf() },
      [sample]: { name: "sample.txt", bytes: toBytes("A sample.") },
    },
  });
  return location.replace("?sent", "");
}

test("the private page shows how it stands, adds a document once, hands out what was sent, and is told to nobody", async () => {
  const path = await apply();
  const page = await ask(path);
  expect(page.status).toBe(200);
  expect([
    page.headers.get("Cache-Control"),
    page.headers.get("Referrer-Policy"),
    page.headers.get("X-Robots-Tag"),
  ]).toEqual(["no-store", "no-referrer", "noindex"]);
  expect(page.text).toContain("It waits to be read");
  const ticket = await makeTicket();
  const fields = { ticket, do: "document" };
  const files = { document: { name: "certificate.pdf", bytes: makePdf({ extra: "/X 1" }) } };
  expect((await send({ path, fields, files })).location).toBe(`${path}?added`);
  const sent = await upload(ticket, { name: "more.txt", bytes: toBytes("More.") });
  const named = { ...fields, "document-upload": sent.upload?.id ?? "" };
  for (let times = 0; times < 2; times += 1) expect((await send({ path, fields: named })).status).toBe(303);
  expect((await readFiles()).map(({ name }) => name)).toEqual(["cv.pdf", "sample.txt", "certificate.pdf", "more.txt"]);
  const kinds = await db.selectFrom("application_history").select("kind").orderBy("at").execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(["received", "document", "document"]);
  const own = await ask(`${path}/data.json`);
  expect(JSON.parse(own.text)).toMatchObject({
    application: { name: "Ada Example" },
    files: [{ name: "cv.pdf" }, {}, {}, {}],
  });
  const archive = await ask(`${path}/data.zip`);
  expect(archive.headers.get("Referrer-Policy")).toBe("no-referrer");
  for (const name of ["data.json", "files/cv.pdf", "files/more.txt", "readme.txt"])
    expect(archive.text).toContain(name);
  const [file] = await readFiles();
  const download = await ask(`${path}/files/${file?.id}`);
  expect(download.headers.get("Content-Disposition")).toContain("attachment");
  for (const gone of [
    path.slice(0, -1),
    `${path.slice(0, -1)}/data.json`,
    `${path.slice(0, -1)}/data.zip`,
    `/careers/application/${"x".repeat(43)}`,
  ])
    expect((await ask(gone)).status).toBe(404);
  await db.updateTable("applications").set({ stage: "rejected", end_reason: "skills", end_note: "Too slow" }).execute();
  const decided = await ask(path);
  expect(decided.text).toContain("The decision is made");
  for (const ours of ["ejected", "skills", "Too slow"])
    expect(decided.text.split("<main")[1]?.split("</main")[0]).not.toContain(ours);
});

test("of one document sent ten times at once one is added, and no two forms pass the limit", async () => {
  const path = await apply();
  const ticket = await makeTicket();
  const name = async (text: string) => {
    const sent = await upload(ticket, { name: `${text}.txt`, bytes: toBytes(text) });
    return { path, fields: { ticket, do: "document", "document-upload": sent.upload?.id ?? "" } };
  };
  const one = await name("One");
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(one)));
  expect(answers.map(({ location }) => location)).toEqual(answers.map(() => `${path}?added`));
  expect((await readFiles()).map((file) => file.name)).toEqual(["cv.pdf", "sample.txt", "One.txt"]);
  const lines = db.selectFrom("application_history").select("id").where("kind", "=", "document");
  expect(await lines.execute()).toHaveLength(1);
  const [{ id: _, key: __, ...file }] = (await readFiles()) as [Awaited<ReturnType<typeof readFiles>>[number]];
  for (let at = 3; at < mostFiles - 1; at += 1)
    await db
      .insertInto("application_files")
      .values({ ...file, id: newId<ApplicationFileId>(), key: `private/applications/${at}` })
      .execute();
  const two = await Promise.all([name("Two"), name("Three")]);
  expect((await Promise.all(two.map(send))).map(({ status }) => status).toSorted()).toEqual([303, 400]);
  expect(await readFiles()).toHaveLength(mostFiles);
  expect(await lines.execute()).toHaveLength(2);
});

test("withdrawing needs a tick, and leaves nothing in database and bucket", async () => {
  const path = await apply();
  await send({
    path,
    fields: { ticket: await makeTicket(), do: "document" },
    files: { document: { name: "d.pdf", bytes: makePdf() } },
  });
  expect((await send({ path, fields: { do: "withdraw" } })).status).toBe(400);
  expect(Object.keys(await countAll())).toEqual(
    expect.arrayContaining([
      "candidates",
      "applications",
      "application_files",
      "application_history",
      "mails",
      "objects",
    ]),
  );
  expect((await send({ path, fields: { do: "withdraw", sure: "on" } })).location).toBe("/careers/application");
  expect(await db.selectFrom("removed_files").selectAll().execute()).toEqual([]);
  expect(await countAll()).toEqual({});
  expect((await ask(path)).status).toBe(404);
  const [entry] = await db
    .selectFrom("audit_log")
    .select(["action", "detail"])
    .where("action", "like", "application.%")
    .execute();
  expect(entry?.action).toBe("application.withdrawn");
});

test("what came with the form and was replaced there has neither name nor address once the application is withdrawn", async () => {
  const path = await apply();
  const { submission_hash } = await db.selectFrom("applications").select("submission_hash").executeTakeFirstOrThrow();
  const { upload: replaced } = await upload(await makeTicket(), { name: "cv-old.txt", bytes: toBytes("Old.") });
  await db
    .updateTable("application_uploads")
    .set({ form_hash: submission_hash ?? "", email: "ada@example.com", expires_at: Date.now() + 1e8 })
    .where("name", "=", "cv-old.txt")
    .execute();
  expect(replaced).toBeDefined();
  await send({ path, fields: { do: "withdraw", sure: "on" } });
  const [row, ...more] = await db.selectFrom("application_uploads").selectAll().execute();
  expect(more).toEqual([]);
  expect(row).toMatchObject({ name: "erased", email: null });
  expect(row?.expires_at).toBeLessThanOrEqual(Date.now());
});

test("of people who were put together nothing stays of whoever withdraws or is erased, and the others stay one person", async () => {
  const actor = (await makeAccount({ roles: ["super_admin"] })).id;
  const names = ["ada", "ben", "cleo", "dan"] as const;
  const paths = new Map<string, string>();
  for (const name of names) {
    const { location } = await send({ fields: await fillIn({ email: `${name}@example.com`, name }) });
    paths.set(name, location.replace("?sent", ""));
  }
  const readPeople = () =>
    db.selectFrom("candidates").select(["id", "version", "name", "merged_into"]).orderBy("name").execute();
  const [ada, ben, cleo, dan] = await readPeople();
  const { id: from } = await db.selectFrom("applications").select("id").limit(1).executeTakeFirstOrThrow();
  for (const known of [ada, cleo, dan])
    if (known && ben) await mergeCandidates(db, { known, into: ben.id, from, actor }, makeWholeScope());
  const withdraw = (name: string) => send({ path: paths.get(name) ?? "", fields: { do: "withdraw", sure: "on" } });

  await withdraw("ada");
  expect((await readPeople()).map(({ name, merged_into }) => [name, merged_into])).toEqual([
    ["ben", null],
    ["cleo", ben?.id],
    ["dan", ben?.id],
  ]);
  const held = async () => countHeld(await readHeldData(db, { email: "Ben@example.com" }, makeWholeScope()));
  const before = await held();
  expect(await erasePerson(db, { email: "BEN@example.com", actor }, makeWholeScope())).toEqual({ rows: before });
  expect(await held()).toBe(0);
  expect((await readPeople()).map(({ name, merged_into }) => [name, merged_into])).toEqual([
    ["cleo", null],
    ["dan", cleo?.id],
  ]);
  const owners = await db.selectFrom("applications").select("candidate_id").execute();
  expect(owners).toEqual([{ candidate_id: cleo?.id }, { candidate_id: cleo?.id }]);
  for (const name of ["cleo", "dan"]) await withdraw(name);
  expect(await countAll()).toEqual({});
});

test("the sweep takes people of whom there is no application, and the one that they were put into", async () => {
  await apply();
  await send({ fields: await fillIn({ email: "other@example.com", name: "Other" }) });
  const [root, part] = [newId<CandidateId>(), newId<CandidateId>()];
  const old = { created_at: 1, updated_at: Date.now() - 3 * 3_600_000 };
  for (const [id, merged_into] of [
    [root, null],
    [part, root],
  ] as const)
    await db
      .insertInto("candidates")
      .values({ id, email: `${id}@example.com`, name: "Left", merged_into, ...old })
      .execute();
  // A row as it was left before: without an application of its own, with those of another on it.
  await db.updateTable("applications").set({ candidate_id: root }).where("email", "=", "other@example.com").execute();
  await db
    .updateTable("candidates")
    .set({ merged_into: root, ...old })
    .where("name", "=", "Other")
    .execute();
  await runHourly();
  expect(await countAll()).toMatchObject({ candidates: 2, applications: 2 });
  const people = await db
    .selectFrom("applications")
    .innerJoin("candidates", "candidates.id", "candidate_id")
    .select(["applications.email", "candidates.email as person", "merged_into"])
    .execute();
  for (const { email, person, merged_into } of people) expect([person, merged_into]).toEqual([email, null]);
});

test("a person with another application stays, and erasing a person takes all of theirs", async () => {
  const one = await send({ fields: await fillIn({ email: "Both@example.com" }) });
  await send({
    fields: await fillIn({ email: "both@example.com" }),
    files: { resume: { name: "cv.pdf", bytes: makePdf() } },
  });
  await send({ fields: { ...(await fillIn({ email: "other@example.com" })), do: "" } });
  await send({ path: one.location.replace("?sent", ""), fields: { do: "withdraw", sure: "on" } });
  expect(await countAll()).toMatchObject({ candidates: 2, applications: 2, objects: 1 });
  const actor = (await makeAccount({ roles: ["super_admin"] })).id;
  await erasePerson(db, { email: "BOTH@example.com", actor }, makeWholeScope());
  expect(await countAll()).toMatchObject({ candidates: 1, applications: 1, removed_files: 1 });
  await runHourly();
  expect(await countAll()).toEqual({ candidates: 1, applications: 1, application_history: 1, mails: 2 });
});

/** What HR does with applications: the list, the board, the page of one, and who wins when several do it at once. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day } from "#app/shared/durations.ts";
import type { EnquiryId } from "#worker/db/contact-tables.ts";
import { moveApplication, takeBackMove } from "#worker/applications/move-application.ts";
import { openDb } from "#worker/db/client.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import {
  makeApplication,
  makeCandidate,
  makeRecruiter,
  openApplicationPage,
  openBoard,
  openList,
  postToApplication,
  postToApplications,
  readRow,
  undoOf,
} from "./applications-make.ts";
import { makeJob } from "./careers-make.ts";
import { makeScope, makeUser } from "./make.ts";

const db = openDb(env.DB);
const scope = () => makeScope();
const tick = ({ id }: { id: ApplicationId | EnquiryId }, version = 1): [string, string] => ["row", `${id}:${version}`];

async function readHistory(id: ApplicationId) {
  const rows = await db
    .selectFrom("application_history")
    .selectAll()
    .where("application_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ kind, detail }) => Object.assign(JSON.parse(detail) as object, { kind }));
}

async function readAudit() {
  const rows = await db.selectFrom("audit_log").select("action").where("action", "like", "%a%").orderBy("id").execute();
  return rows.map(({ action }) => action).filter((action) => /^(application|candidate)\./.test(action));
}

test("of twenty who move one card at once one wins, and the others see where it is beside their choice", async () => {
  const { visit } = await makeRecruiter();
  const ada = await makeApplication({ name: "Ada Lovelace" });
  const choices = ["screening", "interview", "offer"];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      postToApplications([["do", `move:${choices[at % 3]}`], tick(ada)], visit, at % 2 ? "list" : "board"),
    ),
  );
  const won = answers.filter(({ outcome }) => outcome?.done !== null);
  expect(won).toHaveLength(1);
  const row = await readRow(ada.id);
  expect(row).toMatchObject({ version: 2, ended_at: null, opened_at: expect.any(Number) });
  const lost = answers.find(({ status }) => status === 409)?.outcome?.refused[0];
  expect(lost?.why).toMatch(
    /^Somebody changed it meanwhile: it is in (Screening|Interview|Offer) now\. Your choice was /,
  );
  expect(await readHistory(ada.id)).toMatchObject([{ kind: "moved", from: "new", to: row.stage }]);
  expect(await readAudit()).toEqual(["application.moved"]);
});

test("stages lead where the job says, an end needs a reason, and what was done is undone as it was", async () => {
  const job = await makeJob();
  const stages = [
    { key: "new", name: "New", leadsTo: ["talk"] },
    { key: "talk", name: "Talk", leadsTo: ["hired"] },
    { key: "hired", name: "Hired", leadsTo: [] },
  ];
  await db
    .updateTable("jobs")
    .set({ stages: JSON.stringify(stages) })
    .where("id", "=", job.id)
    .execute();
  const { user, visit } = await makeRecruiter();
  const since = Date.now() - 9 * day;
  const ada = await makeApplication({ job_id: job.id, stage_since: since });
  const move = (to: string, version: number, reason?: string) =>
    moveApplication(db, { known: { id: ada.id, version }, to, reason, note: "Too far away.", actor: user.id }, scope());
  await expect(move("hired", 1)).rejects.toMatchObject({ name: "InvalidInputError" });
  await expect(move("interview", 1)).rejects.toMatchObject({ name: "InvalidInputError" });
  await expect(move("rejected", 1)).rejects.toMatchObject({ fields: { reason: ["Choose a reason."] } });
  await expect(move("rejected", 1, "toString")).rejects.toMatchObject({ name: "InvalidInputError" });
  await expect(move("rejected", 3, "skills")).rejects.toMatchObject({ name: "ConflictError" });
  await expect(
    moveApplication(
      db,
      { known: { id: crypto.randomUUID() as ApplicationId, version: 1 }, to: "talk", actor: null },
      scope(),
    ),
  ).rejects.toMatchObject({ name: "NotFoundError" });
  expect(await readHistory(ada.id)).toEqual([]);

  const rejected = await postToApplications(
    [["do", "end"], ["end", "rejected:skills"], ["note", "Too far away."], tick(ada)],
    visit,
  );
  expect(rejected.outcome).toMatchObject({ done: "Ada Example is rejected.", refused: [] });
  expect(await readRow(ada.id)).toMatchObject({
    stage: "rejected",
    end_reason: "skills",
    end_note: "Too far away.",
    ended_at: expect.any(Number),
  });
  const undone = await postToApplications(undoOf(rejected.outcome), visit);
  expect(undone.outcome).toMatchObject({ done: "Ada Example is as before.", undo: [] });
  expect(await readRow(ada.id)).toMatchObject({
    stage: "new",
    stage_since: since,
    end_reason: null,
    end_note: "",
    ended_at: null,
    version: 3,
  });
  expect((await postToApplications(undoOf(rejected.outcome), visit)).status).toBe(409);

  await move("talk", 3);
  await move("hired", 4);
  expect(await readRow(ada.id)).toMatchObject({ stage: "hired", ended_at: expect.any(Number) });
  await expect(move("rejected", 5, "skills")).rejects.toMatchObject({ name: "InvalidInputError" });
  await takeBackMove(db, { known: { id: ada.id, version: 5 }, actor: user.id }, scope());
  expect(await readRow(ada.id)).toMatchObject({ stage: "talk", ended_at: null });
});

test("several are moved, assigned, tagged and rejected at once, each with its entry, and undone", async () => {
  const { user, visit } = await makeRecruiter();
  const talent = await makeUser({ roles: ["talent_admin"] });
  const [ada, ben] = [await makeApplication({ name: "Ada" }), await makeApplication({ name: "Ben" })];
  const post = (form: [string, string][]) => postToApplications(form, visit);
  expect((await post([["do", `assign:${talent.id}`], tick(ada)])).status).toBe(400);
  const assigned = await post([["do", `assign:${user.id}`], tick(ada), tick(ben)]);
  expect(assigned.outcome?.done).toBe("2 applications are with Hana Recruit.");
  const tagged = await post([["do", "tag"], ["tag", "  Azure  Expert"], tick(ada, 2), tick(ben, 2)]);
  expect(tagged.outcome?.done).toBe("2 applications are tagged “azure expert”.");
  expect((await openList("?tag=Azure expert", visit)).page?.rows).toHaveLength(2);
  expect((await openList(`?assignee=mine&q=AD`, visit)).page?.rows.map(({ name }) => name)).toEqual(["Ada"]);
  await post(undoOf(tagged.outcome));
  expect(await db.selectFrom("application_tags").select("tag").execute()).toEqual([]);
  expect((await post([["do", "tag"], ["tag", " "], tick(ada, 4)])).outcome?.refused[0]?.why).toBe("Write the tag.");
  expect((await post([["do", "move:rejected"], tick(ada, 4)])).status).toBe(400);
  for (const form of [
    [["do", "erase"]],
    [
      ["do", "undo"],
      ["undo", "x"],
    ],
    [
      ["do", "move:offer"],
      ["row", "1"],
    ],
  ] as [string, string][][])
    await expect(post(form), JSON.stringify(form)).rejects.toMatchObject({ init: { status: 400 } });
  expect((await post([["do", "move:offer"]])).status).toBe(400);
  expect((await readAudit()).toSorted()).toEqual([
    ...Array(2).fill("application.assigned"),
    ...Array(4).fill("application.tagged"),
  ]);
});

test("the board has the stages of its job, the longest first, and says what is late, unopened and ended", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const job = await makeJob({ title: "Cloud engineer", openings: 3 });
  const { visit } = await makeRecruiter();
  const at = Date.now();
  const of = (stage: string, days: number, name: string) =>
    makeApplication({
      job_id: job.id,
      stage,
      stage_since: at - days * day - 5000,
      name,
      ended_at: ["rejected", "hired"].includes(stage) ? at : null,
    });
  await of("screening", 2, "Cleo");
  await of("screening", 9, "Ada");
  await of("hired", 30, "Dan");
  await of("rejected", 1, "Eve");
  await makeApplication({ stage: "new", name: "Without a role" });
  const board = (await openBoard(`?job=${job.id}`, visit)).board;
  expect(board?.cards.map(({ name, days, isLate, about }) => [name, days, isLate, about])).toEqual([
    ["Dan", 30, false, "Leeds"],
    ["Ada", 9, true, "Leeds"],
    ["Cleo", 2, false, "Leeds"],
  ]);
  expect(board).toMatchObject({ title: "Cloud engineer", ended: 1 });
  expect(board?.line).toMatch(/^Open since .+, 2 active, 1 of 3 hired\. Closes on /);
  expect(board?.columns.map(({ total, facts }) => [total, facts])).toEqual([
    [0, "Nobody"],
    [2, "Median 9 d. 2 not opened"],
    [0, "Nobody"],
    [0, "Nobody"],
    [1, "Median 30 d."],
  ]);
  await makeApplication({ stage: "talk", name: "Elsewhere" });
  const all = (await openBoard("", visit)).board;
  expect(all?.line).toBe(
    "4 applications in the usual stages of all jobs. 1 in stages of their own job: open its board.",
  );
  expect((await openBoard("?job=none&q=role", visit)).board?.cards.map(({ name }) => name)).toEqual(["Without a role"]);
  const dead = {
    prepare: () => {
      throw new Error("gone");
    },
  } as unknown as D1Database;
  expect((await openBoard("", { ...visit, env: { DB: dead } })).board).toBeNull();
});

test("the first opening is noted once; neighbours are those of the list, also after a move", async () => {
  const { visit, user } = await makeRecruiter();
  const at = Date.now();
  const names = ["Ada", "Ben", "Cleo"];
  const made = [];
  for (const [index, name] of names.entries())
    made.push(await makeApplication({ name, stage: "screening", stage_since: at - (5 - index) * day }));
  const [ada, ben, cleo] = made;
  const column = "?stage=screening&sort=-days";
  const open = async (search = column) => (await openApplicationPage(ben!.id, visit, search)).view;
  const { opened_at: before } = await readRow(ben!.id);
  const first = await open();
  expect([before, (await readRow(ben!.id)).opened_at]).toEqual([null, expect.any(Number)]);
  expect(first?.neighbours).toEqual({ total: 3, position: 2, previous: ada!.id, next: cleo!.id });
  await open();
  expect(await readAudit()).toEqual(["application.opened"]);

  const answer = await postToApplication(ben!.id, [["do", "move:interview"], tick(ben!)], visit);
  expect(answer.refused).toMatchObject({ outcome: { done: "Ben is in Interview." } });
  const stood = `${column}&after=${ben!.id}.${first?.sortValue}`;
  expect((await open(stood))?.neighbours).toEqual({ total: 2, position: null, previous: ada!.id, next: cleo!.id });
  expect((await open("?stage=interview&sort=-days"))?.neighbours).toMatchObject({
    position: 1,
    previous: null,
    next: null,
  });
  expect((await open())?.history[0]).toMatchObject({ who: "Hana Recruit", what: "moved Screening to Interview" });
  await expect(postToApplication(ben!.id, [["do", "move:offer"], tick(ada!)], visit)).rejects.toMatchObject({
    init: { status: 400 },
  });
  expect((await openApplicationPage(crypto.randomUUID(), visit)).status).toBe(404);
  expect(user.id).toBeDefined();
});

test("a note names colleagues, who find it until they open the application", async () => {
  const [hana, piet] = [await makeRecruiter(), await makeRecruiter("Piet")];
  const talent = await makeUser({ roles: ["talent_admin"] });
  const ada = await makeApplication();
  const write = (form: [string, string][]) => postToApplication(ada.id, [["do", "note"], ...form], hana.visit);
  const { email } = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", piet.user.id)
    .executeTakeFirstOrThrow();
  expect((await write([["note", `Look, @${email}!\u0000`]])).refused).toMatchObject({
    outcome: { done: "The note is saved." },
  });
  expect(
    (
      await write([
        ["note", "And you"],
        ["mention", piet.user.id],
      ])
    ).status,
  ).toBe(200);
  expect(
    await write([
      ["note", "kept"],
      ["mention", talent.id],
    ]),
  ).toMatchObject({ status: 400, refused: { note: "kept" } });
  expect((await write([["note", " "]])).status).toBe(400);
  expect((await write([["note", "x".repeat(4001)]])).status).toBe(400);
  const mentions = async () => (await openList("?mentions=mine&stage=any", piet.visit)).page?.rows.length;
  expect(await mentions()).toBe(1);
  const { view } = await openApplicationPage(ada.id, piet.visit);
  expect(view?.notes.map(({ note }) => note)).toEqual([`Look, @${email}!`, "And you"]);
  expect(await mentions()).toBe(0);
  expect(await readAudit()).toEqual(["application.noted", "application.noted", "application.opened"]);
});

test("two rows of one person are put together and parted again, with what had been put into them before", async () => {
  const { visit } = await makeRecruiter();
  const of = async (email: string, phone: string, name = "Ada Example") => {
    const candidate = await makeCandidate({ email, name });
    return makeApplication({ candidate_id: candidate.id, email, phone, name });
  };
  const [one, two, three] = [
    await of("one@a.example", "+44 (113) 496-0000"),
    await of("two@a.example", "0113 496 0000", "A. Example"),
    await of("three@a.example", "", "ada example"),
  ];
  await of("other@a.example", "1", "Somebody Else");
  const open = async (id: string) => (await openApplicationPage(id, visit)).view;
  expect((await open(one.id))?.duplicates.map(({ email, how }) => [email, how]).toSorted()).toEqual([
    ["three@a.example", "name"],
    ["two@a.example", "phone"],
  ]);
  const put = async (into: { id: ApplicationId }, which: { id: ApplicationId }) => {
    const person = (await readRow(which.id)).candidate_id;
    const found = (await open(into.id))?.duplicates.find((each) => each.candidate.startsWith(person));
    const candidate = found?.candidate ?? "";
    return {
      candidate,
      answer: await postToApplication(
        into.id,
        [
          ["do", "merge"],
          ["candidate", candidate],
        ],
        visit,
      ),
    };
  };
  // The third goes into the second, and the second with it into the first.
  const { candidate_id: third } = await readRow(three.id);
  await db.updateTable("applications").set({ phone: "0113 496 0000" }).where("id", "=", three.id).execute();
  expect((await put(two, three)).answer.status).toBe(200);
  const merged = await put(one, two);
  expect(merged.answer.refused).toMatchObject({ outcome: { done: "They are one person now, with all applications." } });
  expect((await open(one.id))?.others.map(({ email }) => email).toSorted()).toEqual([
    "three@a.example",
    "two@a.example",
  ]);
  expect(
    (
      await postToApplication(
        one.id,
        [
          ["do", "merge"],
          ["candidate", merged.candidate],
        ],
        visit,
      )
    ).status,
  ).toBe(409);
  const outcome = merged.answer.refused?.outcome;
  const back = await postToApplication(
    one.id,
    [
      ["do", "undo"],
      ["undo", outcome?.undo[0] ?? ""],
    ],
    visit,
  );
  expect(back.refused).toMatchObject({ outcome: { done: "They are two people again.", undo: [] } });
  const [first, second] = [await readRow(one.id), await readRow(two.id)];
  expect(first.candidate_id).not.toBe(second.candidate_id);
  expect((await readRow(three.id)).candidate_id).toBe(second.candidate_id);
  expect(third).not.toBe(second.candidate_id);
  expect((await open(two.id))?.others.map(({ parts }) => parts?.startsWith(third))).toEqual([true]);
  expect(await readAudit()).toContain("candidate.parted");
});

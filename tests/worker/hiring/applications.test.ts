/** What HR does with applications: the list, the board, the page of one, and who wins when several do it at once. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day } from "#shared/dates/durations.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import { moveApplication, takeBackMove } from "#worker/hiring/applications/move-application.ts";
import { openDb } from "#worker/db/client.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { makeApplication, readRow } from "./application-rows.ts";
import {
  makeRecruiter,
  openBoard,
  openList,
  postToApplications,
  readApplicationAudit,
  undoOf,
} from "./applications-make.ts";
import { makeOpening, openRaced } from "./openings-make.ts";
import { makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";

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
  expect(await readApplicationAudit()).toEqual(["application.moved"]);
});

test("stages lead where the job says, an end needs a reason, and what was done is undone as it was", async () => {
  const job = await makeOpening();
  const stages = [
    { key: "new", name: "New", leadsTo: ["talk"] },
    { key: "talk", name: "Talk", leadsTo: ["hired"] },
    { key: "hired", name: "Hired", leadsTo: [] },
  ];
  await db
    .updateTable("openings")
    .set({ stages: JSON.stringify(stages) })
    .where("id", "=", job.id)
    .execute();
  const { user, visit } = await makeRecruiter();
  const since = Date.now() - 9 * day;
  const ada = await makeApplication({ opening_id: job.id, stage_since: since });
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
  // Somebody takes the stage away at that moment.
  const setStages = (list: typeof stages) =>
    db
      .updateTable("openings")
      .set({ stages: JSON.stringify(list) })
      .where("id", "=", job.id)
      .execute();
  const raced = openRaced(() => setStages(stages.filter(({ key }) => key !== "talk")));
  const late = moveApplication(raced, { known: { id: ada.id, version: 1 }, to: "talk", actor: user.id }, scope());
  await expect(late).rejects.toMatchObject({ name: "ConflictError" });
  await setStages(stages);
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

  // Back to a stage that the job has no more: said in words, and nothing has changed.
  const moved = await postToApplications(
    [
      ["do", "move:hired"],
      ["row", `${ada.id}:6`],
    ],
    visit,
  );
  await setStages(stages.filter(({ key }) => key !== "talk"));
  const refused = await postToApplications(undoOf(moved.outcome), visit);
  expect(refused.outcome?.refused[0]?.why).toBe(
    "Its job no longer has the stage it came from (talk). Choose another one.",
  );
  expect(await readRow(ada.id)).toMatchObject({ stage: "hired", version: 7 });
});

test("several are moved, assigned, tagged and rejected at once, each with its entry, and undone", async () => {
  const { user, visit } = await makeRecruiter();
  const talent = await makeAccount({ roles: ["talent_admin"] });
  const ada = await makeApplication({ name: "Ada", email: "ada@client.example" });
  const ben = await makeApplication({ name: "Ben", email: "ben@client.example" });
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
  expect((await readApplicationAudit()).toSorted()).toEqual([
    ...Array(2).fill("application.assigned"),
    ...Array(4).fill("application.tagged"),
  ]);
});

test("the board has the stages of its job, the longest first, and says what is late, unopened and ended", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const job = await makeOpening({ title: "Cloud engineer", openings: 3 });
  const { visit } = await makeRecruiter();
  const at = Date.now();
  const of = (stage: string, days: number, name: string) =>
    makeApplication({
      opening_id: job.id,
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

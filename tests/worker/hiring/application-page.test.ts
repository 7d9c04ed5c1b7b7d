/** The page of one application: its neighbours, notes and their mentions, and people who are the same. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { openDb } from "#worker/db/client.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { makeApplication, makeCandidate, readRow } from "./application-rows.ts";
import {
  makeRecruiter,
  openApplicationPage,
  openList,
  postToApplication,
  readApplicationAudit,
} from "./applications-make.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);
const tick = ({ id }: { id: ApplicationId }): [string, string] => ["row", `${id}:1`];

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
  expect(await readApplicationAudit()).toEqual(["application.opened"]);

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
  const talent = await makeAccount({ roles: ["talent_admin"] });
  const ada = await makeApplication();
  const write = (form: [string, string][]) => postToApplication(ada.id, [["do", "note"], ...form], hana.visit);
  const { email } = await db
    .selectFrom("accounts")
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
  expect(await readApplicationAudit()).toEqual(["application.noted", "application.noted", "application.opened"]);
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
  // On the page of another application than where it was done, whose history may be gone with it.
  await db.deleteFrom("application_history").where("kind", "=", "merged").execute();
  const back = await postToApplication(
    three.id,
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
  expect(await readApplicationAudit()).toContain("candidate.parted");
});

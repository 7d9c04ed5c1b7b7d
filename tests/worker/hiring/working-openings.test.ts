/** Jobs as the staff write them: drafts beside what readers see, questions, stages, races, and the list. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { usualStages } from "#shared/hiring/hiring-stages.ts";
import { beginOpening } from "#worker/hiring/openings/begin-opening.ts";
import { duplicateOpening } from "#worker/hiring/openings/duplicate-opening.ts";
import { extendOpening, putBackOpening } from "#worker/hiring/openings/extend-opening.ts";
import {
  countStaffOpenings,
  listOpeningsForStaff,
  type StaffOpeningFilter,
  selectStaffOpenings,
  staffOpeningSorts,
} from "#worker/hiring/openings/list-for-staff.ts";
import { closeOpening } from "#worker/hiring/openings/publish-opening.ts";
import { readQuestions, selectQuestions } from "#worker/hiring/openings/questions.ts";
import { readOpening } from "#worker/hiring/openings/read-opening.ts";
import {
  readWorkingOpening,
  selectDepartments,
  selectRecruiters,
  selectWorkingOpening,
} from "#worker/hiring/openings/read-working.ts";
import { createWorkingOpening, saveWorkingOpening } from "#worker/hiring/openings/save-working.ts";
import { showWorkingOpening } from "#worker/hiring/openings/show-working.ts";
import type { WorkingInput } from "#worker/hiring/openings/working-draft.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeOpening, makeJobScope, makeWorking, openRaced } from "./openings-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeAccount, muteConsole } from "../make.ts";

const db = openDb(env.DB);
const scope = makeJobScope();

muteConsole("error");

const question = {
  kind: "one" as const,
  label: "Which one?",
  hint: "",
  isRequired: true,
  options: [" A ", "B", "", "A"],
  knockOut: { options: ["B", "gone"] },
};

async function makePublished(overrides: Partial<WorkingInput> = {}, actor: AccountId | null = null) {
  const draft = makeWorking(overrides);
  const known = await showWorkingOpening(
    db,
    { known: await createWorkingOpening(db, { draft, actor }, scope), actor, to: "published" },
    scope,
  );
  return { draft, known };
}

/** What the first save of a job stores in which nothing is written. */
function makeEmpty(actor: AccountId) {
  const { id, draft } = beginOpening(newId<OpeningId>(), actor);
  return createWorkingOpening(db, { id, draft, actor }, scope);
}

async function read(id: OpeningId) {
  const job = await readWorkingOpening(db, { id });
  if (!job) throw new Error("gone");
  return job;
}

async function makeApplicationIn(openingId: OpeningId, stage: string): Promise<void> {
  const [candidate, application] = [newId(), newId()];
  await env.DB.batch([
    env.DB.prepare("INSERT INTO candidates (id, email, name, created_at, updated_at) VALUES (?, ?, 'A', 1, 1)").bind(
      candidate,
      `${candidate}@example.com`,
    ),
    env.DB.prepare(
      `INSERT INTO applications (id, candidate_id, opening_id, submission_hash, link_hash, name, email, stage, stage_since,
        consented_at, received_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4, 'A', 'a@example.com', ?5, 1, 1, 1, 1)`,
    ).bind(application, candidate, openingId, `${application}${"0".repeat(28)}`, stage),
  ]);
}

test("a job is begun empty, takes half a draft, and is published once nothing keeps it from that", async () => {
  const { id: actor } = await makeAccount({ roles: ["talent_admin"] });
  const known = await makeEmpty(actor);
  const started = await read(known.id);
  expect(started).toMatchObject({ status: "draft", isShown: true, draft: { title: "", team: [actor] } });

  const half = {
    ...makeWorking({ team: [actor] }),
    pay: { min: 10, max: null, currency: "", period: "year" as const },
    title: " T\n",
  };
  const version = await saveWorkingOpening(db, { draft: half, known, actor }, scope);
  expect((await read(known.id)).draft).toMatchObject({ title: "T", pay: { min: 10, max: null } });
  const refused = showWorkingOpening(db, { known: { id: known.id, version }, actor, to: "published" }, scope);
  await expect(refused).rejects.toMatchObject({ name: "InvalidInputError", fields: { pay: [expect.any(String)] } });

  const draft = { ...makeWorking({ slug: half.slug, team: [actor] }), questions: [{ ...question, id: newId() }] };
  const whole = await saveWorkingOpening(db, { draft, known: { id: known.id, version }, actor }, scope);
  await showWorkingOpening(db, { known: { id: known.id, version: whole }, actor, to: "published" }, scope);
  const shown = await read(known.id);
  expect(shown).toMatchObject({ status: "published", isShown: true, draft: { places: [{ region: null }] } });
  expect(shown.closesAt).toBe((shown.publishAt ?? 0) + 60 * day);
  expect(await readOpening(db, { slug: half.slug, now: Date.now() + 1 })).toMatchObject({
    job: { title: draft.title },
  });
  const asked = readQuestions(await selectQuestions(db, known.id).execute());
  expect(asked).toMatchObject([{ label: "Which one?", options: ["A", "B"], knockOut: { options: ["B"] } }]);

  // Saves of one writer within minutes are one entry; publishing is another.
  const entries = await db.selectFrom("audit_log").select("action").where("subject_id", "=", known.id).execute();
  expect(entries.map(({ action }) => action)).toEqual(["job.created", "job.saved", "job.published"]);
});

test("changes of a public job wait beside it, and its old address leads to the new one once they are published", async () => {
  const { id: actor } = await makeAccount({ roles: ["HR"] });
  const { draft, known } = await makePublished({}, actor);
  const changed = { ...draft, title: "Another title", slug: `moved-${draft.slug}`, team: [actor] };
  const version = await saveWorkingOpening(db, { draft: changed, known, actor }, scope);
  const now = Date.now() + 1;
  expect(await read(known.id)).toMatchObject({ isShown: false, draft: { title: "Another title", team: [actor] } });
  expect(await readOpening(db, { slug: draft.slug, now })).toMatchObject({ job: { title: draft.title } });

  // What is as readers see it again is no change.
  const back = await saveWorkingOpening(
    db,
    { draft: { ...draft, closesAt: (await read(known.id)).closesAt }, known: { id: known.id, version }, actor },
    scope,
  );
  expect(await read(known.id)).toMatchObject({ isShown: true });
  const again = await saveWorkingOpening(db, { draft: changed, known: { id: known.id, version: back }, actor }, scope);
  await showWorkingOpening(db, { known: { id: known.id, version: again }, actor, to: "as-before" }, scope);
  expect(await readOpening(db, { slug: draft.slug, now })).toEqual({ kind: "moved", to: `/careers/${changed.slug}` });

  // An address that is reserved, or another job's, and a number that is another's.
  const { version: newest } = await read(known.id);
  const other = await makeOpening();
  for (const [patch, field] of [
    [{ slug: "preview" }, "slug"],
    [{ slug: other.slug }, "slug"],
    [{ requisitionId: other.requisitionId }, "requisitionId"],
  ] as const) {
    const save = saveWorkingOpening(
      db,
      { draft: { ...changed, ...patch }, known: { id: known.id, version: newest }, actor },
      scope,
    );
    await expect(save).rejects.toMatchObject({ fields: { [field]: [expect.any(String)] } });
  }
});

test("of ten who save at once one wins, and closing, taking back and extending know what they saw", async () => {
  const { draft, known } = await makePublished();
  const saves = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) =>
      saveWorkingOpening(db, { draft: { ...draft, title: `Title ${at}` }, known, actor: null }, scope),
    ),
  );
  expect(saves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const save of saves)
    if (save.status === "rejected") expect(save.reason).toMatchObject({ name: "ConflictError" });

  const before = await read(known.id);
  const seen = { id: known.id, version: before.version };
  const closesAt = before.closesAt ?? 0;
  await closeOpening(db, { known: seen, actor: null }, scope);
  expect(await read(known.id)).toMatchObject({ status: "closed", closedAt: expect.any(Number), isShown: false });
  await expect(
    extendOpening(db, { known: { ...seen, version: seen.version + 1 }, actor: null, closesAt }, scope),
  ).rejects.toMatchObject({ name: "ConflictError" });
  const state = { status: "published" as const, publishAt: before.publishAt ?? 0, closesAt };
  const back = await putBackOpening(
    db,
    { known: { ...seen, version: seen.version + 1 }, actor: null, before: state },
    scope,
  );
  expect(await read(known.id)).toMatchObject({ status: "published", closedAt: null, isShown: false });
  await extendOpening(db, { known: back, actor: null, closesAt: closesAt + day }, scope);
  const extended = await read(known.id);
  expect([extended.closesAt, extended.draft.closesAt]).toEqual([closesAt + day, closesAt + day]);
});

test("a stage stays while applications are in it, others change at once, and answered questions keep their answers", async () => {
  const asked = [
    { ...question, id: newId() },
    { ...question, id: newId(), label: "And?" },
  ];
  const { draft, known } = await makePublished({ questions: asked });
  await makeApplicationIn(known.id, "screening");
  await env.DB.prepare(
    `INSERT INTO application_answers (application_id, position, question_id, kind, label, answer)
      SELECT id, 0, ?, 'one', 'Which one?', '"A"' FROM applications WHERE opening_id = ?`,
  )
    .bind(asked[0]?.id ?? "", known.id)
    .run();
  const without = draft.stages.filter(({ key }) => key !== "screening");
  const remove = saveWorkingOpening(db, { draft: { ...draft, stages: without }, known, actor: null }, scope);
  await expect(remove).rejects.toMatchObject({
    fields: { stages: ["There are applications in Screening. Move them first."] },
  });

  const stages = draft.stages.filter(({ key }) => key !== "offer").toSpliced(2, 0, { key: "talk", name: "Talk" });
  const version = await saveWorkingOpening(
    db,
    { draft: { ...draft, stages, questions: [] }, known, actor: null },
    scope,
  );
  const stored = await db.selectFrom("openings").select("stages").where("id", "=", known.id).executeTakeFirstOrThrow();
  expect(JSON.parse(stored.stages ?? "null")).toMatchObject([
    { key: "new", leadsTo: ["screening", "talk"] },
    { key: "screening" },
    { key: "talk", leadsTo: ["new", "screening", "hired"] },
    { key: "hired", leadsTo: ["talk"] },
  ]);
  expect(await selectQuestions(db, known.id).execute()).toHaveLength(2);
  await showWorkingOpening(db, { known: { id: known.id, version }, actor: null, to: "as-before" }, scope);
  const left = await db
    .selectFrom("opening_questions")
    .select(["id", "removed_at"])
    .where("opening_id", "=", known.id)
    .execute();
  expect(left).toEqual([{ id: asked[0]?.id, removed_at: expect.any(Number) }]);
  expect(await selectQuestions(db, known.id).execute()).toEqual([]);
  const bad = { ...draft, stages: draft.stages.toReversed() };
  await expect(saveWorkingOpening(db, { draft: bad, known, actor: null }, scope)).rejects.toMatchObject({
    name: "InvalidInputError",
  });
});

test("a usual stage into which an application comes at that moment stays", async () => {
  const { draft, known } = await makePublished({ stages: usualStages.map(({ key, name }) => ({ key, name })) });
  const raced = openRaced(() => makeApplicationIn(known.id, "screening"));
  const stages = draft.stages.filter(({ key }) => key !== "screening");
  await expect(
    saveWorkingOpening(raced, { draft: { ...draft, stages }, known, actor: null }, scope),
  ).rejects.toMatchObject({
    fields: { stages: ["There are applications in Screening. Move them first."] },
  });
  expect((await read(known.id)).version).toBe(known.version);
});

test("a copy has everything but the end, and questions of its own", async () => {
  const { id: actor } = await makeAccount({ roles: ["HR"] });
  const { draft, known } = await makePublished({
    questions: [{ ...question, id: newId() }],
    closesAt: Date.now() + day,
  });
  const copies = [
    await duplicateOpening(db, { id: known.id, actor }, scope),
    await duplicateOpening(db, { id: known.id, actor }, scope),
  ];
  const read1 = await read((copies[0] ?? known).id);
  expect(read1).toMatchObject({
    status: "draft",
    draft: { slug: `${draft.slug}-2`, title: draft.title, closesAt: null },
  });
  expect((await read((copies[1] ?? known).id)).draft.slug).toBe(`${draft.slug}-3`);
  expect(read1.draft.questions[0]?.id).not.toBe((await read(known.id)).draft.questions[0]?.id);
});

test("a number at the end of an address is one of copies only where what was copied is there", async () => {
  const { id: actor } = await makeAccount({ roles: ["HR"] });
  const { draft, known } = await makePublished({ slug: "grid-engineer-2027" });
  const copy = await duplicateOpening(db, { id: known.id, actor }, scope);
  expect((await read(copy.id)).draft.slug).toBe(`${draft.slug}-2`);
  const next = await duplicateOpening(db, { id: copy.id, actor }, scope);
  expect((await read(next.id)).draft.slug).toBe(`${draft.slug}-3`);
  await makePublished({ slug: "grid-engineer" });
  const last = await duplicateOpening(db, { id: known.id, actor }, scope);
  expect((await read(last.id)).draft.slug).toBe(`${draft.slug}-4`);
});

test("a copy of a job with a long address has whole words in its own", async () => {
  const { id: actor } = await makeAccount({ roles: ["HR"] });
  const stem = `keeper-${"of-lamps-".repeat(6)}and-by`;
  const { known } = await makePublished({ slug: `${stem}-2027-again` });
  const copy = await duplicateOpening(db, { id: known.id, actor }, scope);
  expect((await read(copy.id)).draft.slug).toBe(stem);
});

test("the list finds jobs by standing, words, department and team, with counts, along indexes", async () => {
  const now = Date.now() + 1000;
  const { id: reader } = await makeAccount({ roles: ["talent_admin"] });
  const { known } = await makePublished({ title: "Größenwart", department: "Rare", team: [reader] });
  await makeApplicationIn(known.id, "new");
  await makeEmpty(reader);
  const internal = await createWorkingOpening(db, { draft: makeWorking(), actor: null }, scope);
  await showWorkingOpening(db, { known: internal, actor: null, to: "internal" }, scope);
  await makeOpening({ closesAt: now - 2000 }, now - day);
  const any: StaffOpeningFilter = { standing: null, department: null, workplace: null, team: null, words: "" };
  const list = (filter: Partial<StaffOpeningFilter>, by: keyof typeof staffOpeningSorts = "open") =>
    listOpeningsForStaff(db, {
      filter: { ...any, ...filter },
      sort: { by, direction: "asc" },
      cursor: null,
      reader,
      list: "jobs",
      now,
    });
  const all = await list({});
  expect(all.figures).toEqual({ all: 4, draft: 1, open: 1, internal: 1, expired: 1, closed: 0, changes: 0, mine: 2 });
  expect(all.departments).toContain("Rare");
  for (const filter of [{ words: "großenw" }, { department: "Rare" }, { standing: "open" as const }])
    expect((await list(filter, "title")).rows).toMatchObject([{ id: known.id, applications: 1 }]);
  expect((await list({ team: reader })).rows).toHaveLength(2);
  for (const column of Object.values(staffOpeningSorts)) {
    const order = { column, direction: "asc" as const, id: "openings.id" as const, cursor: null };
    for (const filter of [any, { ...any, standing: "changes" as const, team: reader, words: "a", department: "x" }]) {
      await expectIndexed(selectStaffOpenings(db, { filter, order, now }));
      await expectIndexed(countStaffOpenings(db, { filter, order, reader, now }));
    }
  }
  await expectIndexed(selectWorkingOpening(db, known.id));
  await expectIndexed(selectDepartments(db));
  await expectIndexed(selectRecruiters(db));
  await expectIndexed(selectQuestions(db, known.id));
});

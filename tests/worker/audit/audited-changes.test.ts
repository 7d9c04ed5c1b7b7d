/** Whatever changes an article, a job or an enquiry leaves exactly one audit entry, and leaves none when it changes nothing. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import type { InsightId, TagId } from "#worker/db/insights-tables.ts";
import { assignApplication } from "#worker/hiring/applications/assign-application.ts";
import { askToKeep } from "#worker/hiring/applications/keep/ask-to-keep.ts";
import { mergeCandidates, partCandidates } from "#worker/hiring/applications/merge-candidates.ts";
import { moveApplication, takeBackMove } from "#worker/hiring/applications/move-application.ts";
import { writeNote } from "#worker/hiring/applications/notes.ts";
import { changeInterview, closeInterview } from "#worker/hiring/interviews/change-interview.ts";
import { proposeInterview } from "#worker/hiring/interviews/propose-interview.ts";
import { saveScorecard } from "#worker/hiring/interviews/scorecards.ts";
import type { InterviewId } from "#worker/db/interviews-tables.ts";
import { tagApplication } from "#worker/hiring/applications/tag-application.ts";
import type { ApplicationId, CandidateId } from "#worker/db/applications-tables.ts";
import { extendOpening, putBackOpening } from "#worker/hiring/openings/extend-opening.ts";
import { closeOpening, publishOpening } from "#worker/hiring/openings/publish-opening.ts";
import { saveOpening } from "#worker/hiring/openings/save-opening.ts";
import { createWorkingOpening, saveWorkingOpening } from "#worker/hiring/openings/save-working.ts";
import { showWorkingOpening } from "#worker/hiring/openings/show-working.ts";
import { clearOfSpam, eraseEnquiry, markAsSpam, saveHandling, sendAgain } from "#worker/enquiries/change-enquiry.ts";
import { exportEnquiries } from "#worker/enquiries/export-enquiries.ts";
import { archivePost, publishInsight } from "#worker/insights/publish-insight.ts";
import { importPost } from "#worker/insights/import-insight.ts";
import { putBackInsight } from "#worker/insights/put-back-insight.ts";
import { nameRevision, restoreRevision } from "#worker/insights/change-revision.ts";
import { unscheduleInsight } from "#worker/insights/unschedule-insight.ts";
import { createInsight, saveDraft, saveInsight } from "#worker/insights/save-insight.ts";
import { tagInsight } from "#worker/insights/tag-insight.ts";
import { setAuthorPhoto } from "#worker/insights/taxonomy/author-photo.ts";
import { handOverMost, partSize } from "#worker/insights/taxonomy/hand-over.ts";
import { deleteTopic, mergeTopic } from "#worker/insights/taxonomy/merge-topic.ts";
import { changeTopic, createTopic } from "#worker/insights/taxonomy/save-topic.ts";
import { deleteInsight, restoreInsight, trashInsight } from "#worker/insights/trash-insight.ts";
import type { HoldId } from "#worker/db/privacy-tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { releaseHold, setHold } from "#worker/privacy/holds.ts";
import { publishing } from "../../../lab/bench/subjects/publishing.ts";
import { changesOf, type Mutation } from "./mutation.ts";
import { analyticsMutations } from "../analytics/analytics-changes.ts";
import { searchMutations } from "../search/search-changes.ts";
import { makeApplication, makeCandidate } from "../hiring/application-rows.ts";
import { makeDraft as makeOpeningDraft, makeOpening, makeWorking } from "../hiring/openings-make.ts";
import { site } from "../enquiries/enquiries-make.ts";
import { makeEnquiry, makeMail } from "../enquiries/enquiry-rows.ts";
import {
  makeAuthor,
  makeCategory,
  makeDraft as makeInsightDraft,
  makeInsight,
  makeTag,
} from "../insights/insights-make.ts";
import { operationsMutations } from "../operations/operations-changes.ts";
import { mailMutations } from "../hiring/candidate-mails-changes.ts";
import { makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
const topics = [{ id: "project", name: "Project", mailbox: "sales@example.com" }];

const scope = () => makeScope();
const ofInsight = changesOf(async () => ({ id: (await makeInsight()).id, version: 2 }));
const ofTrash = changesOf(async () => {
  const { id } = await makeInsight();
  return { id, version: await trashInsight(db, { id, version: 2, actor: null }, scope()) };
});
const ofScheduled = changesOf(async () => ({
  id: (await makeInsight({ publishAt: Date.now() + 3_600_000 })).id,
  version: 2,
}));
const ofAuthor = changesOf(async () => ({ id: await makeAuthor(), version: 1 }));
const ofWorking = changesOf(() => makeOpening({}, null));
const ofOpening = changesOf(() => makeOpening());
const ofApplication = changesOf(async () => ({ id: (await makeApplication()).id, version: 1 }));
const ofEnquiry = changesOf(async () => ({ id: (await makeEnquiry()).id, version: 1 }));
const ofSpam = changesOf(async () => ({ id: (await makeEnquiry({ folder: "spam" })).id, version: 1 }));

/** Every function of worker/insights, worker/hiring/openings and worker/enquiries by which staff change something. */
const mutations: Record<string, Mutation> = {
  createInsight: {
    action: "post.created",
    prepare: async (actor) => {
      const draft = await makeInsightDraft();
      return () => createInsight(db, { draft, actor }, scope());
    },
  },
  importPost: {
    action: "post.imported",
    prepare: async (actor) => {
      const draft = await makeInsightDraft();
      const times = { publishAt: 1, unpublishAt: null, trashedAt: null, createdAt: 1, updatedAt: 1, editedAt: 1 };
      const state = { status: "published" as const, ...times };
      return () => importPost(db, { draft, changes: null, state, actor, relate: () => [] }, scope());
    },
  },
  saveInsight: {
    action: "post.saved",
    prepare: async (actor) => {
      const { id, draft } = await makeInsight();
      return () => saveInsight(db, { id, version: 2, draft: { ...draft, slug: `${draft.slug}-2` }, actor }, scope());
    },
    missing: async (actor) =>
      saveInsight(db, { id: newId<InsightId>(), version: 1, draft: await makeInsightDraft(), actor }, scope()),
  },
  saveDraft: {
    action: "post.saved",
    prepare: async (actor) => {
      const { id, draft } = await makeInsight();
      return () => saveDraft(db, { id, version: 2, draft: { ...draft, title: "Another" }, actor }, scope());
    },
    missing: async (actor) =>
      saveDraft(db, { id: newId<InsightId>(), version: 1, draft: await makeInsightDraft(), actor }, scope()),
  },
  trashInsight: ofInsight("post.trashed", (known, actor) => trashInsight(db, { ...known, actor }, scope())),
  restoreInsight: ofTrash("post.restored", (known, actor) => restoreInsight(db, { ...known, actor }, scope())),
  deleteInsight: {
    action: "post.deleted",
    prepare: async (actor) => {
      const { id } = await makeInsight();
      await trashInsight(db, { id, version: 2, actor: null }, scope());
      return () => deleteInsight(db, { id, version: 3, actor }, scope());
    },
  },
  putBackInsight: ofInsight("post.put_back", (known, actor) => {
    const before = { status: "draft", publishAt: null, unpublishAt: null, trashedAt: null, shownVersion: 1 } as const;
    return putBackInsight(db, { ...known, actor, before }, scope());
  }),
  tagInsight: {
    action: "post.tagged",
    prepare: async (actor) => {
      const [{ id }, tag] = [await makeInsight(), await makeTag({ slug: `tag-${actor}` })];
      return () => tagInsight(db, { id, version: 2, actor, tag, isOn: true }, scope());
    },
    missing: async (actor) =>
      tagInsight(
        db,
        { id: newId<InsightId>(), version: 1, actor, tag: await makeTag({ slug: `tag-${actor}` }), isOn: true },
        scope(),
      ),
  },
  createTopic: {
    action: "topic.created",
    prepare: async (actor) => () => createTopic(db, "tag", { name: "Speed", actor }, scope()),
  },
  changeTopic: {
    action: "topic.changed",
    prepare: async (actor) => {
      const { id } = await createTopic(db, "category", { name: "Speed", actor: null }, scope());
      return () => changeTopic(db, "category", { id, version: 1, name: "Pace", slug: "pace", actor }, scope());
    },
    missing: (actor) => changeTopic(db, "tag", { id: newId<TagId>(), version: 1, name: "Pace", actor }, scope()),
  },
  handOverMost: {
    action: "topic.handed_over",
    prepare: async (actor) => {
      const tag = await makeTag();
      await makeInsight({ slug: "leaving-a-data-centre", tagIds: [tag] });
      for (const statement of publishing.growth?.fill(1, partSize) ?? []) await env.DB.prepare(statement).run();
      const given = { kind: "tag", id: tag, version: 1, into: await makeTag({ slug: "into" }) } as const;
      return () => handOverMost(db, given, { actor, requestId: crypto.randomUUID() });
    },
  },
  mergeTopic: {
    action: "topic.merged",
    prepare: async (actor) => {
      const [from, into] = [await makeCategory({ slug: "from" }), await makeCategory({ slug: "into" })];
      return () => mergeTopic(db, "category", { id: from, version: 1, actor, into }, scope());
    },
    missing: async (actor) =>
      mergeTopic(db, "tag", { id: newId<TagId>(), version: 1, actor, into: await makeTag() }, scope()),
  },
  deleteTopic: {
    action: "topic.deleted",
    prepare: async (actor) => {
      const id = await makeTag({ slug: "away" });
      return () => deleteTopic(db, "tag", { id, version: 1, actor }, scope());
    },
  },
  setAuthorPhoto: ofAuthor("topic.changed", (known, actor) =>
    setAuthorPhoto(db, { ...known, actor, file: null }, scope()),
  ),
  publishInsight: ofInsight("post.published", (known, actor) =>
    publishInsight(db, { ...known, actor, publishAt: 5 }, scope()),
  ),
  unscheduleInsight: ofScheduled("post.unscheduled", (known, actor) =>
    unscheduleInsight(db, { ...known, actor }, scope()),
  ),
  nameRevision: {
    action: "post.revision_named",
    prepare: async (actor) => {
      const { id } = await makeInsight();
      return () => nameRevision(db, { id, revision: 1, name: "First", actor }, scope());
    },
  },
  restoreRevision: ofInsight("post.saved", (known, actor) =>
    restoreRevision(db, { ...known, actor, revision: 1 }, scope()),
  ),
  archivePost: ofInsight("post.archived", (known, actor) => archivePost(db, { ...known, actor }, scope())),
  saveOpening: ofWorking("job.saved", (known, actor) =>
    saveOpening(db, { known, actor, draft: makeOpeningDraft() }, scope()),
  ),
  publishOpening: ofWorking("job.published", (known, actor) => publishOpening(db, { known, actor }, scope())),
  closeOpening: ofOpening("job.closed", (known, actor) => closeOpening(db, { known, actor }, scope())),
  moveApplication: ofApplication("application.moved", (known, actor) =>
    moveApplication(db, { known, actor, to: "interview" }, scope()),
  ),
  takeBackMove: {
    action: "application.moved",
    prepare: async (actor) => {
      const { id } = await makeApplication();
      await moveApplication(db, { known: { id, version: 1 }, to: "interview", actor: null }, scope());
      return () => takeBackMove(db, { known: { id, version: 2 }, actor }, scope());
    },
    missing: (actor) => takeBackMove(db, { known: noApplication(), actor }, scope()),
  },
  assignApplication: ofApplication("application.assigned", (known, actor) =>
    assignApplication(db, { known, actor, assignee: null }, scope()),
  ),
  tagApplication: ofApplication("application.tagged", (known, actor) =>
    tagApplication(db, { known, actor, add: ["azure"] }, scope()),
  ),
  writeNote: {
    action: "application.noted",
    prepare: async (actor) => {
      const { id } = await makeApplication();
      return () => writeNote(db, { applicationId: id, actor, note: "Called." }, scope());
    },
  },
  ...mailMutations,
  ...analyticsMutations,
  ...searchMutations,
  ...operationsMutations,
  proposeInterview: {
    action: "interview.proposed",
    prepare: async (actor) => {
      const met = await prepareInterview();
      return () => proposeInterview(db, { ...met, actor }, scope());
    },
    missing: async (actor) => {
      const { input } = await prepareInterview();
      return proposeInterview(db, { applicationId: noApplication().id, input, actor }, scope());
    },
  },
  changeInterview: {
    action: "interview.changed",
    prepare: async (actor) => {
      const met = await prepareInterview();
      const id = await proposeInterview(db, { ...met, actor: null }, scope());
      return () => changeInterview(db, { ...met, known: { id, version: 1 }, actor }, scope());
    },
    missing: async (actor) => {
      const met = await prepareInterview();
      return changeInterview(db, { ...met, known: { id: newId<InterviewId>(), version: 1 }, actor }, scope());
    },
  },
  closeInterview: {
    action: "interview.cancelled",
    prepare: async (actor) => {
      const met = await prepareInterview();
      const id = await proposeInterview(db, { ...met, actor: null }, scope());
      const known = { id, version: 1 };
      return () => closeInterview(db, { ...met, known, outcome: "cancelled", actor }, scope());
    },
  },
  saveScorecard: {
    action: "scorecard.sent",
    prepare: async (actor) => {
      const { id } = await makeApplication();
      const input = { scores: [], verdict: "yes", note: "" };
      return () => saveScorecard(db, { applicationId: id, actor, version: 0, input, isSent: true }, scope());
    },
  },
  mergeCandidates: {
    action: "candidate.merged",
    prepare: async (actor) => {
      const [from, other] = [await makeApplication(), await makeCandidate()];
      const known = { id: other.id, version: 1 };
      return () => mergeCandidates(db, { known, into: from.candidate_id, from: from.id, actor }, scope());
    },
    missing: async (actor) => {
      const { id, candidate_id } = await makeApplication();
      const known = { id: newId<CandidateId>(), version: 1 };
      return mergeCandidates(db, { known, into: candidate_id, from: id, actor }, scope());
    },
  },
  partCandidates: {
    action: "candidate.parted",
    prepare: async (actor) => {
      const { id, candidate_id } = await makeApplication();
      const other = await makeCandidate({ merged_into: candidate_id });
      return () => partCandidates(db, { known: { id: other.id, version: 1 }, from: id, actor }, scope());
    },
    missing: async (actor) => {
      const { id } = await makeApplication();
      return partCandidates(db, { known: { id: newId<CandidateId>(), version: 1 }, from: id, actor }, scope());
    },
  },
  askToKeep: ofApplication("application.keep_asked", ({ id }, actor) => askToKeep(db, { id, actor }, scope())),
  setHold: {
    action: "hold.set",
    prepare: async (actor) => {
      const { id } = await makeApplication();
      return () => setHold(db, { application: id, reason: "A claim", actor }, scope());
    },
  },
  releaseHold: {
    action: "hold.released",
    prepare: async (actor) => {
      const email = `${newId()}@client.example`;
      await db.insertInto("legal_holds").values({ id: newId<HoldId>(), email, reason: "A claim", set_at: 1 }).execute();
      const { id } = await db
        .selectFrom("legal_holds")
        .select("id")
        .where("email", "=", email)
        .executeTakeFirstOrThrow();
      return () => releaseHold(db, { id, reason: "Over", actor }, scope());
    },
  },
  createWorkingOpening: {
    action: "job.created",
    prepare: async (actor) => {
      const draft = makeWorking();
      return () => createWorkingOpening(db, { draft, actor }, scope());
    },
  },
  saveWorkingOpening: ofWorking("job.saved", (known, actor) =>
    saveWorkingOpening(db, { known, actor, draft: makeWorking() }, scope()),
  ),
  showWorkingOpening: ofWorking("job.published", (known, actor) =>
    showWorkingOpening(db, { known, actor, to: "internal" }, scope()),
  ),
  extendOpening: ofOpening("job.extended", (known, actor) =>
    extendOpening(db, { known, actor, closesAt: Date.now() + 1000 }, scope()),
  ),
  putBackOpening: {
    action: "job.put_back",
    prepare: async (actor) => {
      const publishAt = Date.now() - 1000;
      const made = await makeOpening({}, publishAt);
      const { id, version } = await closeOpening(db, { known: made, actor: null }, scope());
      const before = { status: "published" as const, publishAt, closesAt: Date.now() + 1000 };
      return () => putBackOpening(db, { known: { id, version }, actor, before }, scope());
    },
    missing: (actor) =>
      putBackOpening(
        db,
        {
          known: { id: newId<OpeningId>(), version: 1 },
          actor,
          before: { status: "published", publishAt: 1, closesAt: 2 },
        },
        scope(),
      ),
  },
  saveHandling: ofEnquiry("enquiry.changed", (known, actor) =>
    saveHandling(db, { ...known, actor, status: "open", owner: actor, note: "Called." }, scope()),
  ),
  markAsSpam: ofEnquiry("enquiry.marked_spam", (known, actor) => markAsSpam(db, { ...known, actor }, scope())),
  clearOfSpam: ofSpam("enquiry.cleared_of_spam", (known, actor) =>
    clearOfSpam(db, { ...known, actor, topics, site }, scope()),
  ),
  eraseEnquiry: ofEnquiry("enquiry.erased", (known, actor) => eraseEnquiry(db, { ...known, actor }, scope())),
  sendAgain: {
    action: "mail.sent_again",
    prepare: async (actor) => {
      const { id } = await makeEnquiry();
      const mail: MailId = await makeMail(id, "failed");
      return () => sendAgain(db, { id, actor, mail }, scope());
    },
  },
  exportEnquiries: {
    action: "enquiry.exported",
    prepare: async (actor) => {
      const filter = {
        folder: "inbox",
        status: null,
        topic: null,
        owner: null,
        words: "",
        since: null,
        isUnmailed: false,
      } as const;
      return async () => (await exportEnquiries(db, { filter, actor }, scope())).cancel();
    },
  },
};

async function prepareInterview() {
  const [{ id }, reader] = [await makeApplication(), await makeAccount({ roles: ["HR"] })];
  const same = { kind: "video", place: "", minutes: 45, message: "", zone: "UTC", isBooked: false };
  return { applicationId: id, input: { ...same, times: [Date.now() + 86_400_000], interviewers: [reader.id] } };
}

function noApplication() {
  return { id: newId<ApplicationId>(), version: 1 };
}

async function readEntries(action: string) {
  return db.selectFrom("audit_log").select(["actor_id", "request_id"]).where("action", "=", action).execute();
}

test.each(Object.entries(mutations))(
  "%s leaves one audit entry, with who did it",
  async (_name, { action, prepare }) => {
    const actor = (await makeAccount()).id;
    const change = await prepare(actor);
    const before = (await readEntries(action)).filter(({ actor_id }) => actor_id === actor);
    expect(before).toEqual([]);
    await change();
    const entries = (await readEntries(action)).filter(({ actor_id }) => actor_id === actor);
    expect(entries).toEqual([{ actor_id: actor, request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  },
);

// Whoever hands over what is handed over already has nothing to do; notes are added beside each other; a form of a mail or an
// interview that comes twice is one.
const uncontested = new Set([
  "exportEnquiries",
  "exportFigures",
  "exportProofs",
  "addAnnotation",
  "addFunnel",
  "addGoal",
  "handOverMost",
  "writeNote",
  "sendCandidateMail",
  "addReply",
  "proposeInterview",
  "setGrade",
  "importQueries",
  // A job or an action may be asked for by several; a test alert that comes too soon, and a look at the key, change nothing.
  "runJobNow",
  "runActionNow",
  "sendTestAlert",
  "showWebhookKey",
]);
const contested = Object.entries(mutations).filter(([name]) => !uncontested.has(name));

test.each(contested)(
  "of ten who call %s at once one wins, and the audit log tells of that one",
  async (_name, each) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const actor = (await makeAccount()).id;
    const change = await each.prepare(actor);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, change));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason.name).toMatch(/^(ConflictError|NotFoundError)$/);
    expect((await readEntries(each.action)).filter(({ actor_id }) => actor_id === actor)).toHaveLength(1);
  },
);

const lost = Object.entries(mutations).filter(([, { missing }]) => missing);

test.each(lost)("%s of what is gone is told so, and leaves nothing", async (_name, { missing }) => {
  const actor = (await makeAccount()).id;
  await expect(missing?.(actor)).rejects.toMatchObject({ name: "NotFoundError" });
  const entries = await db.selectFrom("audit_log").select("action").where("actor_id", "=", actor).execute();
  expect(entries).toEqual([]);
  expect(await db.selectFrom("enquiry_notes").select("id").execute()).toEqual([]);
});

test("a new job is recorded as made, a second save as saved", async () => {
  const actor = (await makeAccount()).id;
  const known = await saveOpening(db, { draft: makeOpeningDraft(), actor }, scope());
  await saveOpening(db, { draft: makeOpeningDraft(), known, actor }, scope());
  const entries = await db.selectFrom("audit_log").select(["action", "subject_id"]).orderBy("id").execute();
  expect(entries).toEqual(["job.created", "job.saved"].map((action) => ({ action, subject_id: known.id })));
});

const sources = import.meta.glob<string>(
  [
    "../../../worker/{insights,insights/taxonomy,hiring/openings,enquiries}/*.ts",
    "../../../worker/analytics/{annotations,export-figures,figures/zone,funnels,mails/subscriptions,own-goals,proofs/export-proofs}.ts",
    "../../../worker/hiring/applications/{assign,move,tag}-application.ts",
    "../../../worker/hiring/applications/{merge-candidates,notes,keep/ask-to-keep}.ts",
    "../../../worker/hiring/mails/*.ts",
    "../../../worker/hiring/interviews/{propose-interview,change-interview,scorecards}.ts",
    "../../../worker/operations/*.ts",
    "../../../worker/privacy/holds.ts",
    "../../../worker/search/staff/{synonyms,rules}.ts",
  ],
  {
    eager: true,
    query: "?raw",
    import: "default",
  },
);

/** What changes something without anybody of the staff: what it stores is its own record. */
const unattended: Record<string, string> = {
  "receive-enquiry.ts": "a visitor's enquiry, with its time and request",
  "write-digests.ts": "a scheduled job, which notes the mail with each enquiry",
  "presence.ts": "who has an article open, which their page says of itself",
  "limits.ts": "a scheduled job, which forgets networks",
  "end-insights.ts": "a scheduled job, whose entries name nobody",
  "announcements.ts": "what search engines were told, which is no change of what it tells of",
  "purges.ts": "what the edge's caches were told, which is no change of what it tells of",
  "note-errors.ts": "errors of the software, counted as they happen",
  "note-deployment.ts": "the version that runs, as the job sees it",
  "send-alerts.ts": "a scheduled job, whose alerts are their own record",
  "record-run.ts": "how a job ran, which is its own record",
  "webhook.ts": "what came of a post",
  "render-again.ts": "how articles show a replaced picture, whose replacement has its entry",
};

test("nothing of insights, careers and contact writes but through runVersioned or runRecorded", () => {
  const writes = /\b(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(/;
  const byItself =
    /\brunBatch\(|\.batch\(|\b(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\([^;]*?\.execute/s;
  const wrong = Object.entries(sources)
    .filter(([file]) => !(nameOf(file) in unattended))
    .filter(([, text]) => writes.test(text) && byItself.test(text));
  expect(Object.keys(sources).length).toBeGreaterThan(20);
  expect(wrong.map(([file]) => file)).toEqual([]);
});

test("every function that records a change is tried above", () => {
  const recording = Object.entries(sources)
    .filter(([file]) => !(nameOf(file) in unattended))
    .filter(([, text]) => /\b(run(Versioned|Recorded)|setStatus|exportRows)\(/.test(text));
  const names = recording.flatMap(([, text]) =>
    [...text.matchAll(/^export async function (\w+)[(<]/gm)].map(([, name = ""]) => name),
  );
  const shared = new Set(["setStatus", "removeTopic"]);
  expect(names.filter((name) => !shared.has(name) && !name.startsWith("purge")).toSorted()).toEqual(
    Object.keys(mutations).toSorted(),
  );
});

function nameOf(file: string): string {
  return file.split("/").at(-1) ?? "";
}

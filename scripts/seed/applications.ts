import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Compilable } from "kysely";
import { day, hour } from "#shared/dates/durations.ts";
import { firstStage, hiredStage, isEnding } from "#shared/hiring/hiring-stages.ts";
import { type Answer, isFlagged, type KnockOut, type QuestionKind } from "#shared/hiring/screening.ts";
import type { AccountId } from "../../worker/db/accounts-tables.ts";
import { refreshIndex } from "../../worker/hiring/applications/text/search-index.ts";
import type { ApplicationFileId, ApplicationId, CandidateId, QuestionId } from "../../worker/db/applications-tables.ts";
import type { OpeningId } from "../../worker/db/openings-tables.ts";
import { type Db, openDb, runBatch } from "../../worker/db/client.ts";
import { foldAddress } from "../../worker/lib/text/fold-address.ts";
import { newId } from "../../worker/lib/ids.ts";
import { root } from "../lib/command.ts";
import { hash, storeDemoFile, toAddress } from "./application-files.ts";
import { planSteps } from "./application-steps.ts";
import { writeResume } from "./demo-resume.ts";
import { companyBegan, readDemoStaff } from "./past.ts";
import type { SeedScope } from "./scope.ts";

interface Sample {
  people: [name: string, place: string][];
  past: string[];
  wish: string[];
}

const sources = ["", "indeed", "", "linkedin", "", "stepstone", "", "newsletter"];

/**
 * Stores the demo applications once, so that one that somebody has erased does not come back. Each is marked as demo data; no
 * mail is written about them.
 */
export async function seedApplications({ env }: SeedScope): Promise<void> {
  const db = openDb(env.DB);
  const done = await db
    .selectFrom("audit_log")
    .select("id")
    .where("action", "=", "application.seeded")
    .executeTakeFirst();
  if (done) return console.log("Demo applications: in order.");
  const sample = JSON.parse(await readFile(join(root, "scripts/seed/applications.json"), "utf8")) as Sample;
  const staff = await readDemoStaff<AccountId>(env.DB);
  const jobs = await db
    .selectFrom("openings")
    .select(["id", "title", "stages", "publish_at", "closes_at", "closed_at"])
    .where("status", "in", ["published", "closed"])
    .where("publish_at", "<", Date.now() - day)
    .orderBy("publish_at")
    .execute();
  const questions = await db
    .selectFrom("opening_questions")
    .selectAll()
    .where("removed_at", "is", null)
    .orderBy("position")
    .execute();
  const queries: Compilable[] = [];
  for (const [index, [name, place]] of sample.people.entries()) {
    const job = index % 15 === 14 ? null : (jobs[index % jobs.length] ?? null);
    const asked = questions.filter(({ opening_id }) => opening_id === job?.id);
    queries.push(
      ...(await planApplication(db, { index, name, place, job, asked, sample, hr: staff.get("hr") ?? null }, env)),
    );
  }
  const entry = { id: newId(), at: companyBegan, action: "application.seeded" };
  await runBatch(db, [...queries, db.insertInto("audit_log").values(entry)]);
  await refreshIndex(db);
  console.log(`Demo applications: ${sample.people.length} made.`);
}

interface Planned {
  index: number;
  name: string;
  place: string;
  job: {
    id: OpeningId;
    title: string;
    stages: string | null;
    publish_at: number | null;
    closes_at: number | null;
    closed_at: number | null;
  } | null;
  asked: { id: QuestionId; kind: QuestionKind; label: string; options: string; knock_out: string | null }[];
  sample: Sample;
  hr: AccountId | null;
}

async function planApplication(db: Db, planned: Planned, env: SeedScope["env"]): Promise<Compilable[]> {
  const { index, name, place, job, asked, sample, hr } = planned;
  const email = `${toAddress(name)}${index === sample.people.length - 1 ? ".2" : ""}@post.example`;
  const id = newId<ApplicationId>();
  const end = Math.min(Date.now() - 3 * hour, job?.closed_at ?? Infinity, job?.closes_at ?? Infinity);
  const begin = Math.max(job?.publish_at ?? 0, end - 40 * day);
  const at = Math.round(begin + (end - begin) * (((index * 37) % 60) / 60 + 0.008));
  const steps = planSteps(index, job?.stages ?? null, at);
  const last = steps.at(-1);
  const stage = last?.to ?? firstStage;
  const answers = asked.map((question, position) => answer(question, { id, position, index }));
  const past = sample.past[index % sample.past.length] ?? "";
  const lines = writeResume({ name, place, email, role: job?.title ?? "Open application", past, index });
  const isTyped = index % 9 === 8;
  const candidate = { id: newId<CandidateId>(), email, name, created_at: at, updated_at: at, is_demo: 1 as const };
  const row = {
    id,
    opening_id: job?.id ?? null,
    submission_hash: hash(id),
    link_hash: hash(`link ${id}`),
    name,
    email,
    folded_email: foldAddress(email),
    phone: index % 3 === 0 ? `+44 20 7946 0${100 + (index % 59)}` : "",
    place,
    links: JSON.stringify(index % 4 === 1 ? [`https://${toAddress(name).replace(".", "-")}.example/`] : []),
    cover_note: [past, sample.wish[index % sample.wish.length]].filter(Boolean).join("\n\n"),
    resume_text: isTyped ? lines.join("\n") : "",
    locale: "en-GB",
    time_zone: "Europe/London",
    stage,
    stage_since: last?.at ?? at,
    end_reason: isEnding(stage) ? (last?.reason ?? null) : null,
    ended_at: isEnding(stage) || stage === hiredStage ? (last?.at ?? at) : null,
    flags: JSON.stringify(answers.filter(({ is_flagged }) => is_flagged === 1).map(({ label }) => label)),
    source: sources[index % sources.length] ?? "",
    referrer: index % 6 === 1 ? "jobs.example" : index % 11 === 4 ? "search.example" : "",
    assignee_id: stage !== firstStage && index % 2 === 0 ? hr : null,
    opened_at: steps.length > 0 || index % 4 === 2 ? at + 4 * hour : null,
    consented_at: at,
    keep_until: index % 5 === 0 ? at + 730 * day : null,
    received_at: at,
    updated_at: last?.at ?? at,
    version: 1 + steps.length,
    is_demo: 1 as const,
  };
  const history = [
    { id: newId(), application_id: id, at, actor_id: null, kind: "received", detail: "{}" },
    ...steps.map(({ at: moved, ...detail }) => ({
      id: newId(),
      application_id: id,
      at: moved,
      actor_id: hr,
      kind: "moved",
      detail: JSON.stringify(detail),
    })),
  ];
  const file = isTyped ? null : await storeDemoFile(env, { id, index, name, lines, at });
  return [
    db
      .insertInto("candidates")
      .values(candidate)
      .onConflict((conflict) => conflict.column("email").doNothing()),
    db.insertInto("applications").values({
      ...row,
      candidate_id: db.selectFrom("candidates").select("candidates.id").where("candidates.email", "=", email),
    }),
    ...(answers.length > 0 ? [db.insertInto("application_answers").values(answers)] : []),
    ...(file ? [db.insertInto("application_files").values(file), planText(db, { id: file.id, lines, at })] : []),
    db.insertInto("application_history").values(history),
  ];
}

/** The text of a demo file, as the site would read it. */
function planText(db: Db, { id, lines, at }: { id: ApplicationFileId; lines: readonly string[]; at: number }) {
  return db
    .updateTable("application_texts")
    .set({ state: "done", text: lines.filter(Boolean).join("\n"), attempts: 1, at })
    .where("file_id", "=", id);
}

interface Place {
  id: ApplicationId;
  position: number;
  index: number;
}

function answer(
  { id: question, kind, label, options, knock_out }: Planned["asked"][number],
  { id, position, index }: Place,
) {
  const choices = JSON.parse(options) as string[];
  const given: Record<QuestionKind, Answer> = {
    "yes-no": index % 7 !== 3,
    one: choices[index % Math.max(1, choices.length)] ?? null,
    several: choices.filter((_, choice) => (index + choice) % 2 === 0),
    number: 1 + (index % 9),
    text: "I have done this for some years, lately with two colleagues.",
    file: null,
  };
  const knockOut = knock_out === null ? null : (JSON.parse(knock_out) as KnockOut);
  return {
    application_id: id,
    position,
    question_id: question,
    kind,
    label,
    answer: JSON.stringify(given[kind]),
    is_flagged: isFlagged({ knockOut }, given[kind]) ? (1 as const) : (0 as const),
  };
}

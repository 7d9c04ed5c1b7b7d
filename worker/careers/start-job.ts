import { usualStages } from "#app/shared/hiring-stages.ts";
import { usualCriteria } from "#app/shared/scorecard.ts";
import { makeFreeSlug } from "#app/shared/make-slug.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { JobId } from "../db/careers-tables.ts";
import type { Db } from "../db/client.ts";
import { NotFoundError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { readWorkingJob } from "./read-working.ts";
import type { JobVersion, SaveScope } from "./save-job.ts";
import { createWorkingJob } from "./save-working.ts";
import type { WorkingDraft } from "./working-draft.ts";

/** A job of which nothing is written yet. */
function makeEmpty(): WorkingDraft {
  const mark = newId().slice(-8);
  return {
    slug: `untitled-${mark}`,
    requisitionId: makeNumber(mark),
    title: "",
    department: "",
    summary: "",
    markdown: "",
    workplace: "hybrid",
    employment: "full-time",
    openings: 1,
    pay: { min: null, max: null, currency: "EUR", period: "year" },
    places: [],
    remoteCountries: [],
    closesAt: null,
    questions: [],
    stages: usualStages.map(({ key, name }) => ({ key, name })),
    criteria: [...usualCriteria],
    team: [],
  };
}

function makeNumber(mark: string): string {
  return `R-${mark.toUpperCase()}`;
}

function copyQuestion(question: WorkingDraft["questions"][number]): WorkingDraft["questions"][number] {
  return { ...question, id: newId() };
}

/** Starts a job: an untitled draft, hired for by who starts it. */
export async function startJob(db: Db, actor: UserId, scope: Pick<SaveScope, "requestId">): Promise<JobVersion> {
  return createWorkingJob(db, { draft: { ...makeEmpty(), team: [actor] }, actor }, scope);
}

/**
 * Starts a job with everything of the job `id` as it was saved last, but its end, under an address and a number of its own.
 * @throws {NotFoundError} when that job is gone
 * @throws {ConflictError} when another job got the address at the same moment
 */
export async function duplicateJob(
  db: Db,
  { id, actor }: { id: JobId; actor: UserId },
  scope: Pick<SaveScope, "requestId">,
): Promise<JobVersion> {
  const source = await readWorkingJob(db, { id });
  if (!source) throw new NotFoundError();
  const { draft } = source;
  const stem = draft.slug.slice(0, 70).replace(/-\d+$/, "").replace(/-+$/, "");
  const alike = await db
    .selectFrom("jobs")
    .select("slug")
    .where("slug", ">=", stem)
    .where("slug", "<", `${stem}-~`)
    .execute();
  const copy: WorkingDraft = {
    ...draft,
    slug: makeFreeSlug(stem, new Set(alike.map(({ slug }) => slug))),
    requisitionId: makeNumber(newId().slice(-8)),
    closesAt: null,
    questions: draft.questions.map(copyQuestion),
  };
  return createWorkingJob(db, { draft: copy, actor }, scope);
}

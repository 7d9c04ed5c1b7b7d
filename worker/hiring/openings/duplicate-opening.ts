import { makeFreeSlug } from "#shared/text/make-slug.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeNumber } from "./begin-opening.ts";
import { readWorkingOpening } from "./read-working.ts";
import type { OpeningVersion, SaveScope } from "./save-opening.ts";
import { createWorkingOpening } from "./save-working.ts";
import type { WorkingDraft } from "./working-draft.ts";

function copyQuestion(question: WorkingDraft["questions"][number]): WorkingDraft["questions"][number] {
  return { ...question, id: newId() };
}

/**
 * Stores a job with everything of the job `id` as it was saved last, but its end, under an address and a number of its own.
 * @throws {NotFoundError} when that job is gone
 * @throws {ConflictError} when another job got the address at the same moment
 */
export async function duplicateOpening(
  db: Db,
  { id, actor }: { id: OpeningId; actor: AccountId },
  scope: Pick<SaveScope, "requestId">,
): Promise<OpeningVersion> {
  const source = await readWorkingOpening(db, { id });
  if (!source) throw new NotFoundError();
  const { draft } = source;
  // There is room for a number: a longer one loses its last word.
  const whole = draft.slug.length <= 70 ? draft.slug : draft.slug.slice(0, 70).replace(/-[^-]*$/, "");
  const stem = whole.replace(/-\d{1,2}$/, "");
  // "engineer-2" is the second of "engineer", where that is there; "engineer-2027" is no copy.
  const alike = await db
    .selectFrom("openings")
    .select("slug")
    .where("slug", ">=", stem)
    .where("slug", "<", `${stem}-~`)
    .execute();
  const taken = new Map(alike.map(({ slug }) => [slug, 1]));
  const copy: WorkingDraft = {
    ...draft,
    slug: makeFreeSlug(taken.has(stem) ? stem : whole, taken),
    requisitionId: makeNumber(newId()),
    closesAt: null,
    questions: draft.questions.map(copyQuestion),
  };
  return createWorkingOpening(db, { draft: copy, actor }, scope);
}

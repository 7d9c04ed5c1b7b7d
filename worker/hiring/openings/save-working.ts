import { type Compilable, sql } from "kysely";
import { minute } from "#shared/dates/durations.ts";
import { endings, usualStages, writeStages } from "#shared/hiring/hiring-stages.ts";
import { writeCriteria } from "#shared/hiring/scorecard.ts";
import { continueVersioned, runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import { insertPlaces, refuseTaken, replacePlaces, toDraftColumns } from "./opening-columns.ts";
import { readBefore, refuseUsedStages, savedMeanwhile } from "./read-before.ts";
import { readShown } from "./read-working.ts";
import type { OpeningVersion, SaveScope } from "./save-opening.ts";
import { type WorkingDraft, type WorkingInput, workingDraft } from "./working-draft.ts";

/** Saves of one writer within this time of the first are one in the audit log, in milliseconds. */
const savingSpan = 10 * minute;

interface Save {
  draft: WorkingInput;
  /** Who saves it; null for the seed. */
  actor: AccountId | null;
}

/**
 * Stores a new job as a draft and returns its first version; its id is a fresh one unless `id` says which.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when another job has its address or its requisition id, or there is a job with this id
 */
export async function createWorkingOpening(
  db: Db,
  { id = newId<OpeningId>(), draft: written, actor }: Save & { id?: OpeningId },
  { requestId }: Pick<SaveScope, "requestId">,
): Promise<OpeningVersion> {
  const draft = parseInput(workingDraft, written);
  const at = now();
  const row = {
    ...toDraftColumns(draft, null),
    id,
    status: "draft" as const,
    publish_at: null,
    stages: writeStages(draft.stages),
    criteria: writeCriteria(draft.criteria),
    created_at: at,
    version: 1,
  };
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    given: {
      rows: sql`(select 1 where not exists (select 1 from openings where id = ${id}))`,
      conflict: savedMeanwhile,
    },
    audit: { action: "job.created", detail: { slug: draft.slug } },
    queries: [
      db.insertInto("openings").values(row),
      ...insertPlaces(db, readWholePlaces(draft), id),
      ...planTeam(db, id, draft.team),
      storeDraft(db, { id, draft, actor, at, startedAt: at }),
    ],
  }).catch(refuseTaken);
  return { id, version: 1 };
}

/**
 * Stores `draft` beside what readers of the job see, which stays as it is until `showWorkingOpening`; only its stages, its
 * criteria and its team change at once. Returns the new version.
 * @throws {InvalidInputError} by field, such as an address that another job has, or a stage that is taken away while
 * applications are in it
 * @throws {ConflictError} when somebody else has saved since
 * @throws {NotFoundError} when the job is gone
 */
export async function saveWorkingOpening(
  db: Db,
  { draft: written, known: { id, version }, actor }: Save & { known: OpeningVersion },
  { requestId }: Pick<SaveScope, "requestId">,
): Promise<number> {
  const draft = parseInput(workingDraft, written);
  const before = await readBefore(db, { id, version, draft });
  const at = now();
  const shown = readShown(before);
  const isDraft = before.status === "draft";
  const stages = writeStages(draft.stages);
  const criteria = writeCriteria(draft.criteria);
  const hasTeam = areAlike(shown.team, draft.team);
  const changesNothingShown = stages === before.stages && criteria === before.criteria && hasTeam;
  const isAsShown = !isDraft && areAlike(comparable(draft), comparable(shown));
  const continues =
    changesNothingShown &&
    actor !== null &&
    before.saved_by === actor &&
    before.started_at !== null &&
    at - before.started_at < savingSpan;
  const startedAt = continues && before.started_at !== null ? before.started_at : at;
  const change = {
    table: "openings" as const,
    id,
    version,
    where: sql<boolean>`status = ${before.status} and slug = ${before.slug} and ${keepsStages(id, draft)}`,
    set: { ...(isDraft && toDraftColumns(draft, before.publish_at)), stages, criteria },
    conflict: savedMeanwhile,
    queries: [
      ...(isDraft ? replacePlaces(db, readWholePlaces(draft), id) : []),
      ...(hasTeam ? [] : [db.deleteFrom("opening_team").where("opening_id", "=", id), ...planTeam(db, id, draft.team)]),
      db.deleteFrom("opening_drafts").where("opening_id", "=", id),
      ...(isAsShown ? [] : [storeDraft(db, { id, draft, actor, at, startedAt })]),
    ],
  };
  const audit = { action: "job.saved" as const, detail: { slug: draft.slug, version: version + 1 } };
  const saving = continues ? continueVersioned(db, change) : runVersioned(db, { ...change, audit, actor, requestId });
  return await saving.catch(async (error: unknown) => {
    // A candidate may have come into a stage since it was read.
    if (error instanceof ConflictError) await refuseUsedStages(db, { id, draft });
    return refuseTaken(error);
  });
}

/** True while no application is in a stage that `draft` takes away from the job `id`. */
function keepsStages(id: OpeningId, { stages }: WorkingDraft) {
  const keys = JSON.stringify([...stages.map(({ key }) => key), ...endings]);
  const usual = JSON.stringify(usualStages);
  return sql<boolean>`not exists (select 1 from json_each(coalesce(stages, ${usual})) as had
    join applications on applications.opening_id = ${id} and applications.stage = json_extract(had.value, '$.key')
    where applications.stage not in (select value from json_each(${keys})))`;
}

/** Places that are named in full: others stay in the draft alone. */
function readWholePlaces({ places, remoteCountries }: WorkingDraft) {
  return { places: places.filter(({ city, country }) => city !== "" && country !== ""), remoteCountries };
}

/** Accounts that are gone, or have no role, do not get in. */
function planTeam(db: Db, id: OpeningId, team: readonly AccountId[]): Compilable[] {
  return team.map((user, position) => {
    const insert = sql`INSERT INTO opening_team (opening_id, account_id, position) SELECT ${id}, id, ${position} FROM accounts
      WHERE id = ${user} AND EXISTS (SELECT 1 FROM account_roles WHERE account_id = accounts.id)`;
    return { compile: () => insert.compile(db) };
  });
}

interface Stored {
  id: OpeningId;
  draft: WorkingDraft;
  actor: AccountId | null;
  at: number;
  startedAt: number;
}

function storeDraft(db: Db, { id, draft, actor, at, startedAt }: Stored): Compilable {
  const content = JSON.stringify(draft);
  return db
    .insertInto("opening_drafts")
    .values({ opening_id: id, content, started_at: startedAt, saved_at: at, saved_by: actor });
}

/** What readers see of a draft, as it is shown. */
function comparable(draft: WorkingDraft): WorkingDraft {
  return { ...draft, markdown: draft.markdown.trim(), team: [], stages: [], criteria: [] };
}

/** True when both are stored alike, whatever the order of their fields. */
function areAlike(a: unknown, b: unknown): boolean {
  return write(a) === write(b);
}

function write(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

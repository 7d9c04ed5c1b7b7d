import { sql } from "kysely";
import { isEnding, nameStage, readStages } from "#shared/hiring/hiring-stages.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import { addressTaken, numberTaken } from "./opening-columns.ts";
import { selectWorkingOpening, type WorkingRow } from "./read-working.ts";
import type { WorkingDraft } from "./working-draft.ts";

export const savedMeanwhile = "Somebody else has changed this job since you opened it.";

/**
 * What a save of `draft` must know of the job as it stands: one query.
 * @throws {InvalidInputError} by field, where other rows of the database keep the draft from being stored
 * @throws {ConflictError} when the job has moved on from `version`
 * @throws {NotFoundError} when it is gone
 */
export async function readBefore(
  db: Db,
  { id, version, draft }: { id: OpeningId; version: number; draft: WorkingDraft },
): Promise<WorkingRow> {
  const row = await selectWorkingOpening(db, id)
    .select([
      hasOther("slug", draft.slug).as("slug_taken"),
      hasOther("requisition_id", draft.requisitionId).as("number_taken"),
    ])
    .executeTakeFirst();
  if (!row) throw new NotFoundError();
  if (row.version !== version) throw new ConflictError(savedMeanwhile);
  const faults: Record<string, string[]> = {
    ...(row.slug_taken && { slug: [addressTaken] }),
    ...(row.number_taken && { requisitionId: [numberTaken] }),
    ...findUsedStages(row, draft),
  };
  if (Object.keys(faults).length > 0) throw new InvalidInputError(faults);
  return row;
}

function hasOther(column: "slug" | "requisition_id", value: string) {
  return sql<0 | 1>`EXISTS (SELECT 1 FROM openings AS other
    WHERE ${sql.ref(`other.${column}`)} = ${value} AND other.id <> openings.id)`;
}

/** Throws InvalidInputError where `draft` takes a stage away in which applications are. */
export async function refuseUsedStages(db: Db, { id, draft }: { id: OpeningId; draft: WorkingDraft }): Promise<void> {
  const row = await selectWorkingOpening(db, id).executeTakeFirst();
  const faults = row ? findUsedStages(row, draft) : {};
  if (Object.keys(faults).length > 0) throw new InvalidInputError(faults);
}

function findUsedStages(row: WorkingRow, draft: WorkingDraft): Record<string, string[]> {
  const had = readStages(row.stages);
  const remaining = new Set(draft.stages.map(({ key }) => key));
  const lost = (JSON.parse(row.used_stages) as string[]).filter(
    (stage) => !isEnding(stage) && !remaining.has(stage) && had.some(({ key }) => key === stage),
  );
  if (lost.length === 0) return {};
  const names = lost.map((stage) => nameStage(had, stage)).join(", ");
  return { stages: [`There are applications in ${names}. Move them first.`] };
}

import { z } from "zod";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { putBackOpening } from "#worker/hiring/openings/extend-opening.ts";
import { closeOpening } from "#worker/hiring/openings/publish-opening.ts";
import { createWorkingOpening, saveWorkingOpening } from "#worker/hiring/openings/save-working.ts";
import { showWorkingOpening } from "#worker/hiring/openings/show-working.ts";
import { workingDraft } from "#worker/hiring/openings/working-draft.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

const version = z.coerce.number().int().min(1);
const instant = z.coerce.number().int().min(1);

/** Changes of a job other than of its text, as forms and as JSON. */
export const stateChanges = [
  z.object({ intent: z.literal("publish"), version, to: z.enum(["published", "internal", "as-before"]) }),
  z.object({ intent: z.literal("close"), version }),
  z.object({
    intent: z.literal("put-back"),
    version,
    status: z.enum(["published", "internal"]),
    publishAt: instant,
    closesAt: instant,
  }),
] as const;

/** What a text was written on: 0 for a job that is not stored yet. */
export const writtenOn = z.coerce.number().int().min(0);

/** The text as JSON brings it: all of the draft. */
export const draftSave = z.object({ intent: z.literal("save"), version: writtenOn, draft: workingDraft });

type Change = z.output<(typeof stateChanges)[number]> | z.output<typeof draftSave>;

export interface Target {
  id: OpeningId;
  actor: AccountId;
  scope: RequestScope;
}

/**
 * Makes a change of a job and returns its version after it.
 * @throws the errors of what it calls
 */
export async function makeOpeningChange(change: Change, { id, actor, scope }: Target): Promise<number> {
  const db = openDb(scope.env.DB);
  const seen = { known: { id, version: change.version }, actor };
  if (change.intent === "save" && change.version === 0)
    return (await createWorkingOpening(db, { id, draft: change.draft, actor }, scope)).version;
  if (change.intent === "save") return saveWorkingOpening(db, { ...seen, draft: change.draft }, scope);
  if (change.intent === "publish") return (await showWorkingOpening(db, { ...seen, to: change.to }, scope)).version;
  if (change.intent === "close") return (await closeOpening(db, seen, scope)).version;
  const { status, publishAt, closesAt } = change;
  return (await putBackOpening(db, { ...seen, before: { status, publishAt, closesAt } }, scope)).version;
}

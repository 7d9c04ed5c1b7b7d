import { redirect } from "react-router";
import { z } from "zod";
import { day } from "#shared/dates/durations.ts";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { defineBulk, explainError, type Former, readOrder, type Step } from "#app/staff/lists/define-bulk.ts";
import { refuseForm, refuseList } from "#app/staff/lists/list-outcome.ts";
import { extendOpening, putBackOpening } from "#worker/hiring/openings/extend-opening.ts";
import { type HeldOpening, readHeldOpenings } from "#worker/hiring/openings/list-for-staff.ts";
import { closeOpening } from "#worker/hiring/openings/publish-opening.ts";
import { duplicateOpening } from "#worker/hiring/openings/duplicate-opening.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { NotAllowedError, NotFoundError } from "#worker/lib/errors.ts";
import { openingList } from "./opening-list.ts";
import { page } from "./page.ts";

/** By how much an opening is extended. */
const extension = 30 * day;
const instant = z.coerce.number().int().min(1).max(8.64e15);

/** Changes of jobs: `extend` and `close`. */
export const answerOpenings = defineBulk({
  permission: page.permission,
  nouns: openingList.nouns,
  select: "a job",
  read: readHeldOpenings,
  describe: ({ id, title }) => ({ name: title, title: `“${title}”`, path: `${page.path}/${id}` }),
  actions: {
    extend: { done: "open for 30 more days", run: extend },
    close: { done: "closed", run: close },
  },
  undo: {
    parts: z.tuple([z.enum(["published", "internal"]), instant, instant]),
    run: ({ db, change: known, actor, scope }, [status, publishAt, closesAt]) =>
      putBackOpening(db, { known, actor, before: { status, publishAt, closesAt } }, scope),
  },
});

async function extend({ db, row, change: known, actor, scope }: Step<HeldOpening>): Promise<Former> {
  requireOpening(row);
  await extendOpening(db, { known, actor, closesAt: Math.max(row.closes_at ?? 0, now()) + extension }, scope);
  return listFormer(row);
}

async function close({ db, row, change: known, actor, scope }: Step<HeldOpening>): Promise<Former> {
  requireOpening(row);
  await closeOpening(db, { known, actor }, scope);
  return listFormer(row);
}

function requireOpening({ status }: HeldOpening): void {
  if (status !== "published" && status !== "internal") throw new NotAllowedError("It is no opening.");
}

function listFormer({ status, publish_at, closes_at }: HeldOpening): Former {
  return [status, publish_at, closes_at];
}

/** Copies the job that `do` names, and opens the copy. */
export async function duplicate(fields: URLSearchParams, { actor, scope }: ListTarget) {
  const id = z.uuid().safeParse(readOrder(fields).rows[0]?.split(":")[0]).data as OpeningId | undefined;
  if (!id) throw refuseForm();
  const db = openDb(scope.env.DB);
  try {
    const copy = await duplicateOpening(db, { id, actor }, scope);
    return redirect(`${page.path}/${copy.id}`, 303);
  } catch (error) {
    const why = await explainError({ nouns: openingList.nouns }, error, { id, db, scope });
    return refuseList("It was not copied", why, error instanceof NotFoundError ? 404 : 409);
  }
}

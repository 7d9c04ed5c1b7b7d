import { data, redirect } from "react-router";
import { z } from "zod";
import { day } from "#shared/dates/durations.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { extendOpening, putBackOpening } from "#worker/hiring/openings/extend-opening.ts";
import { type HeldOpening, readHeldOpenings } from "#worker/hiring/openings/list-for-staff.ts";
import { closeOpening } from "#worker/hiring/openings/publish-opening.ts";
import { duplicateOpening } from "#worker/hiring/openings/duplicate-opening.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { page } from "./page.ts";

/** More rows than a page of the list has; our own forms never name more. */
const mostRows = 50;
/** By how much an opening is extended. */
const extension = 30 * day;

/** A job and the version that the reader saw: `id:version`. */
const row = z.templateLiteral([z.uuid(), ":", z.number().int().min(1)]);
const instant = z.coerce.number().int().min(1).max(8.64e15);
/** What takes a change back: how the job stood, and the version that the change has made. */
const undoing = z.tuple([
  z.uuid().transform((text) => text as OpeningId),
  z.coerce.number().int().min(1),
  z.enum(["published", "internal"]),
  instant,
  instant,
]);

interface Target {
  actor: AccountId;
  scope: RequestScope;
}

interface Step {
  db: Db;
  job: HeldOpening;
  change: { known: { id: OpeningId; version: number }; actor: AccountId };
  scope: RequestScope;
}

/** Makes the change of one job. */
type Run = (step: Step) => Promise<unknown>;

async function extend({ db, job, change, scope }: Step): Promise<void> {
  if (!isOpening(job)) throw new ConflictError("It is no opening.");
  await extendOpening(db, { ...change, closesAt: Math.max(job.closes_at ?? 0, now()) + extension }, scope);
}

async function close({ db, job, change, scope }: Step): Promise<void> {
  if (!isOpening(job)) throw new ConflictError("It is no opening.");
  await closeOpening(db, change, scope);
}

function isOpening({ status }: HeldOpening): boolean {
  return status === "published" || status === "internal";
}

/**
 * Answers the forms of the list that change jobs. `do` says what: `extend` or `close` for the rows of the fields `row`, or
 * for the one row that follows after a space; `duplicate` for one; or `undo`.
 */
export async function answerOpenings(fields: URLSearchParams, target: Target) {
  const [words = "", one] = (fields.get("do") ?? "").split(" ");
  if (words === "undo") {
    const entries = z.array(undoing).min(1).safeParse(readUndo(fields)).data;
    if (!entries) throw refuseForm();
    const planned = entries.map(([id, version, status, publishAt, closesAt]) => ({
      id,
      version,
      run: ({ db, change, scope }: Step) =>
        putBackOpening(db, { ...change, before: { status, publishAt, closesAt } }, scope),
    }));
    return answer(await runAll(planned, target), "as before");
  }
  const rows = z
    .array(row)
    .max(mostRows)
    .safeParse(one ? [one] : fields.getAll("row")).data;
  const run = ({ extend, close } as Record<string, Run>)[words];
  if (!rows || (!run && words !== "duplicate")) throw refuseForm();
  if (rows.length === 0) return refuse("Nothing was done", "Select a job first.", 400);
  const seen = rows.map((text) => {
    const [id = "", version = ""] = text.split(":");
    return { id: id as OpeningId, version: Number(version) };
  });
  if (!run) return duplicate(seen[0]?.id as OpeningId, target);
  const done = words === "extend" ? "open for 30 more days" : "closed";
  return answer(
    await runAll(
      seen.map(({ id, version }) => ({ id, version, run })),
      target,
    ),
    done,
  );
}

function readUndo(fields: URLSearchParams): string[][] {
  return fields
    .getAll("undo")
    .slice(0, mostRows)
    .map((entry) => entry.split(":"));
}

async function duplicate(id: OpeningId, { actor, scope }: Target) {
  try {
    const copy = await duplicateOpening(openDb(scope.env.DB), { id, actor }, scope);
    return redirect(`${page.path}/${copy.id}`, 303);
  } catch (error) {
    return refuse("It was not copied", explain(error, { id, scope }), error instanceof NotFoundError ? 404 : 409);
  }
}

interface Result {
  job: HeldOpening | undefined;
  /** Why it was not done; null when it was. */
  why: string | null;
}

/** One after the other; null when D1 cannot say how the jobs stand: nothing has been done then. */
async function runAll(
  planned: readonly { id: OpeningId; version: number; run: Run }[],
  { actor, scope }: Target,
): Promise<Result[] | null> {
  const db = openDb(scope.env.DB);
  const held = await readHeldOpenings(
    db,
    planned.map(({ id }) => id),
  ).catch((error: unknown) => void scope.log.error("jobs not read", error));
  if (!held) return null;
  const results: Result[] = [];
  for (const { id, version, run } of planned) {
    const job = held.find((each) => each.id === id);
    try {
      if (!job) throw new NotFoundError();
      if (job.version !== version) throw new ConflictError("");
      await run({ db, job, change: { known: { id, version }, actor }, scope });
      results.push({ job, why: null });
    } catch (error) {
      results.push({ job, why: explain(error, { id, scope }) });
    }
  }
  return results;
}

function explain(error: unknown, { id, scope }: { id: OpeningId; scope: RequestScope }): string {
  if (error instanceof NotFoundError) return "It is gone.";
  if (error instanceof InvalidInputError) return Object.values(error.fields).flat().slice(0, 3).join(" ");
  if (error instanceof ConflictError)
    return error.message === "It is no opening." ? error.message : "Somebody changed it after this list was loaded.";
  scope.log.error("job not changed with others", error, { openingId: id });
  return "It could not be stored just now.";
}

function answer(results: Result[] | null, done: string) {
  if (!results) return refuse("Nothing was done", "The database did not answer. Please try again in a minute.", 503);
  const made = results.filter(({ why }) => why === null);
  const which = made.length === 1 ? `“${made[0]?.job?.title}” is` : `${made.length} jobs are`;
  const outcome: ListOutcomeWords = {
    done: made.length === 0 ? null : `${which} ${done}.`,
    refused: results.flatMap(({ job, why }) =>
      why === null ? [] : [job ? { name: job.title, why, path: `${page.path}/${job.id}` } : { name: "One job", why }],
    ),
    undo: done === "as before" ? [] : made.flatMap(({ job }) => (job ? [writeUndo(job)] : [])),
  };
  return data({ outcome, refusedView: null }, { status: outcome.done === null ? 409 : 200 });
}

/** A change adds one to the version. */
function writeUndo({ id, version, status, publish_at, closes_at }: HeldOpening): string {
  return [id, version + 1, status, publish_at, closes_at].join(":");
}

function refuse(name: string, why: string, status: number) {
  const outcome: ListOutcomeWords = { done: null, refused: [{ name, why }], undo: [] };
  return data({ outcome, refusedView: null }, { status });
}

function refuseForm() {
  return data(null, { status: 400, statusText: "Bad Request" });
}

import { z } from "zod";
import { isEnding, nameStage, readStages } from "#shared/hiring/hiring-stages.ts";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { answerOutcome, refuseForm, refuseList } from "#app/staff/lists/list-outcome.ts";
import { formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import { assignApplication, selectReaders } from "#worker/hiring/applications/assign-application.ts";
import { moveApplication, takeBackMove } from "#worker/hiring/applications/move-application.ts";
import { readStandings } from "#worker/hiring/applications/read-standings.ts";
import { foldTag, tagApplication } from "#worker/hiring/applications/tag-application.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import type { Given } from "#worker/email/plan-given.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { nobody } from "./applications-list.ts";

/** More rows than a page of the list has; our own forms never name more. */
const mostRows = 50;

const row = z.templateLiteral([z.uuid(), ":", z.number().int().min(1)]);
const account = z.union([z.literal(nobody), z.uuid()]);
const stage = z.string().regex(/^[a-z0-9-]{1,40}$/);
const todo = z.union([
  z.tuple([z.literal("move"), stage]),
  z.tuple([z.literal("assign"), account]),
  z.tuple([z.enum(["move", "assign", "tag", "untag", "end", "undo"])]),
]);
/** How an application was before: `id:version:` and what takes the change back. */
const undo = z.string().regex(/^[0-9a-f-]{36}:\d{1,9}:(move|assign:(nobody|[0-9a-f-]{36})|(un)?tag:.{1,40})$/su);

type Standing = Awaited<ReturnType<typeof readStandings>>[number];
type Known = { known: { id: ApplicationId; version: number }; actor: AccountId };

/** One change of one application. Returns what takes it back, or null when it is so already. */
type Change = (now: Standing, known: Known, tools: Tools) => Promise<string | null>;

interface Tools {
  db: Db;
  scope: RequestScope;
  /** Whom the changes before have given something: each of them gets one mail. */
  given: Given;
}

interface Plan {
  /** What the application is afterwards: 'in Interview'. */
  done: string;
  change: Change;
  /** What the reader chose, for who finds it changed. */
  choice: string;
}

/**
 * Answers the forms of the list and of the board that change applications. `do` says what: `move:interview` and `assign:<id>` (or
 * without a value, and with the field `to`), `tag` and `untag` with the field `tag`, `end` with `end` (`rejected:skills`) and `note`,
 * for the rows of the fields `row` (`id:version`) or the one that follows after a space; or `undo`.
 */
export async function answerApplications(fields: URLSearchParams, target: ListTarget) {
  const [words = "", one] = (fields.get("do") ?? "").split(" ");
  const asked = todo.safeParse(words.split(":")).data;
  if (!asked) throw refuseForm();
  const db = openDb(target.scope.env.DB);
  if (asked[0] === "undo") return undoChanges(fields, db, target);
  const rows = z
    .array(row)
    .max(mostRows)
    .safeParse(one ? [one] : fields.getAll("row")).data;
  if (!rows) throw refuseForm();
  if (rows.length === 0) return refuseList("Nothing was done", "Select an application first.", 400);
  const plan = await buildPlan(asked, fields, db).catch((error: unknown) => {
    if (error instanceof InvalidInputError) return Object.values(error.fields).flat().join(" ");
    target.scope.log.error("applications not read", error);
    return null;
  });
  if (plan === null) return refuseList("Nothing was done", unread, 503);
  if (typeof plan === "string") return refuseList("Nothing was done", plan, 400);
  const steps = rows.map((text) => readStep(text, plan));
  return answer(await runSteps(steps, db, target), plan.done);
}

const unread = "The database did not answer. Please try again in a minute.";

function readStep(text: string, plan: Plan): Step {
  const [id = "", version = ""] = text.split(":");
  return { id: id as ApplicationId, version: Number(version), plan };
}

async function buildPlan([what, value]: z.output<typeof todo>, fields: URLSearchParams, db: Db): Promise<Plan> {
  if (what === "assign") {
    const to = account.safeParse(value ?? fields.get("to")).data;
    if (to === undefined) throw new InvalidInputError({ to: ["Choose a colleague."] });
    return planAssign(to, db);
  }
  if (what === "tag" || what === "untag") return planTag(fields.get("tag") ?? "", what);
  if (what === "end") {
    const [to = "", reason] = (fields.get("end") ?? "").split(":");
    if (!isEnding(to)) throw new InvalidInputError({ end: ["Choose a reason."] });
    return planMove(to, { reason, note: (fields.get("note") ?? "").trim().slice(0, 1000) });
  }
  const to = stage.safeParse(value ?? fields.get("to")).data;
  if (to === undefined) throw new InvalidInputError({ to: ["Choose a stage."] });
  if (isEnding(to)) throw new InvalidInputError({ to: ["An end needs a reason."] });
  return planMove(to, {});
}

function planMove(to: string, end: { reason?: string | undefined; note?: string }): Plan {
  const name = nameStage(readStages(null), to);
  return {
    done: isEnding(to) ? name.toLowerCase() : `in ${name}`,
    choice: name,
    change: async (now, known, { db, scope }) => {
      if (now.stage === to && now.version === known.known.version) return null;
      await moveApplication(db, { ...known, to, ...end }, scope);
      return "move";
    },
  };
}

async function planAssign(value: string, db: Db): Promise<Plan> {
  const assignee = value === nobody ? null : (value as AccountId);
  const found =
    assignee && (await selectReaders(db).clearOrderBy().where("users.id", "=", assignee).executeTakeFirst());
  if (assignee !== null && !found)
    throw new InvalidInputError({ assignee: ["This account cannot read applications. Choose somebody else."] });
  const name = found ? formatColleagueShort(found) : "nobody";
  return {
    done: assignee === null ? "without an assignee" : `with ${name}`,
    choice: name,
    change: async (now, known, { db, scope, given }) => {
      if (now.assignee_id === assignee && now.version === known.known.version) return null;
      await assignApplication(db, { ...known, assignee, given }, scope);
      return `assign:${now.assignee_id ?? nobody}`;
    },
  };
}

function planTag(text: string, what: "tag" | "untag"): Plan {
  const tag = foldTag(text);
  if (tag === "") throw new InvalidInputError({ tag: ["Write the tag."] });
  return {
    done: what === "tag" ? `tagged “${tag}”` : `without the tag “${tag}”`,
    choice: tag,
    change: async (now, known, { db, scope }) => {
      const has = (JSON.parse(now.tags) as string[]).includes(tag);
      if (has === (what === "tag") && now.version === known.known.version) return null;
      await tagApplication(db, { ...known, ...(what === "tag" ? { add: [tag] } : { remove: [tag] }) }, scope);
      return `${what === "tag" ? "untag" : "tag"}:${tag}`;
    },
  };
}

async function undoChanges(fields: URLSearchParams, db: Db, target: ListTarget) {
  const entries = z.array(undo).min(1).max(mostRows).safeParse(fields.getAll("undo")).data;
  if (!entries) throw refuseForm();
  const steps = entries.map((entry) => {
    const [id = "", version = "", what = "", ...rest] = entry.split(":");
    return { id: id as ApplicationId, version: Number(version), plan: planUndo(what, rest.join(":")) };
  });
  return answer(await runSteps(steps, db, target), "as before", { canUndo: false });
}

function planUndo(what: string, value: string): Plan {
  const change: Change =
    what === "move"
      ? takeBack
      : async (now, known, tools) => {
          const plan = what === "assign" ? await planAssign(value, tools.db) : planTag(value, what as "tag" | "untag");
          return plan.change(now, known, tools);
        };
  return { done: "as before", choice: "how it was before", change };
}

const takeBack: Change = async (_, known, { db, scope }) => {
  await takeBackMove(db, known, scope);
  return null;
};

interface Result {
  standing: Standing | undefined;
  /** Why it was not done; null when it was. */
  why: string | null;
  undo: string | null;
}

interface Step {
  id: ApplicationId;
  version: number;
  plan: Plan;
}

/** Null when D1 cannot say how the applications stand: nothing has been done then. */
async function runSteps(steps: readonly Step[], db: Db, { actor, scope }: ListTarget): Promise<Result[] | null> {
  const ids = steps.map(({ id }) => id);
  const found = await readStandings(db, ids).catch(
    (error: unknown) => void scope.log.error("applications not read", error),
  );
  if (!found) return null;
  const results: Result[] = [];
  const given: Given = new Map();
  for (const { id, version, plan } of steps) {
    const standing = found.find((each) => each.id === id);
    try {
      if (!standing) throw new NotFoundError();
      const back = await plan.change(standing, { known: { id, version }, actor }, { db, scope, given });
      results.push({ standing, why: null, undo: back && `${id}:${version + 1}:${back}` });
    } catch (error) {
      results.push({ standing, why: await explain(error, { id, plan, db, scope }), undo: null });
    }
  }
  return results;
}

/** Why it was not done. Who finds it changed is told how it stands now, beside what they chose. */
async function explain(
  error: unknown,
  { id, plan, db, scope }: { id: ApplicationId; plan: Plan; db: Db; scope: RequestScope },
): Promise<string> {
  if (error instanceof NotFoundError) return "It has been withdrawn or erased.";
  if (error instanceof InvalidInputError) return Object.values(error.fields).flat().join(" ");
  if (error instanceof ConflictError) {
    const now = await readNow(db, id);
    if (!now) return "Somebody changed it meanwhile. Nothing was done.";
    const stands = nameStage(readStages(now.stages), now.stage);
    return `Somebody changed it meanwhile: it is in ${stands} now. Your choice was ${plan.choice}; choose again if it still should be.`;
  }
  scope.log.error("application not changed", error, { applicationId: id });
  return "It could not be stored just now. Please try again in a minute.";
}

/** How it stands; undefined where D1 cannot say it. */
async function readNow(db: Db, id: ApplicationId): Promise<Standing | undefined> {
  try {
    return (await readStandings(db, [id]))[0];
  } catch {
    return undefined;
  }
}

function answer(results: Result[] | null, done: string, { canUndo = true } = {}) {
  if (!results) return refuseList("Nothing was done", unread, 503);
  const made = results.filter(({ why }) => why === null);
  const which = made.length === 1 ? `${made[0]?.standing?.name} is` : `${made.length} applications are`;
  return answerOutcome({
    done: made.length === 0 ? null : `${which} ${done}.`,
    refused: results.flatMap(({ standing, why }) =>
      why === null ? [] : [{ name: standing?.name ?? "One application", why }],
    ),
    undo: canUndo ? made.flatMap((result) => result.undo ?? []) : [],
  });
}

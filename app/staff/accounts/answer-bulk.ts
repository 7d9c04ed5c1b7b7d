import { data } from "react-router";
import { z } from "zod";
import { formatColleague } from "#shared/accounts/format-colleague.ts";
import { formatRole } from "#shared/accounts/format-role.ts";
import { listGrantable } from "#shared/accounts/delegation.ts";
import { isRole, type Role, roles } from "#shared/permissions.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { refuseForm } from "#app/staff/lists/list-outcome.ts";
import { changeRoles, endAccountSessions, setAccountStatus } from "#worker/accounts/managing/change-account.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { type HeldAccount, readHeldAccounts } from "#worker/accounts/managing/list-accounts.ts";
import type { Manager } from "#worker/accounts/managing/manage.ts";
import type { AccountId, AccountStatus } from "#worker/db/accounts-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import { buildRefusal, lookUpError } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

/** More rows than a page of the list has; our own forms never name more. */
const mostRows = 50;

const statusSchema = z.enum(["active", "disabled"]);
/** An account and the version that the reader saw: `id:version`. */
const row = z.templateLiteral([z.uuid(), ":", z.number().int().min(1)]);
/** A row with what it was before: `id:version:status:role.role`. */
const undo = z.templateLiteral([row, ":", statusSchema, ":", z.string().regex(/^[\w.]{0,200}$/)]);
/** What is to be done; the role after a colon. */
const todo = z.union([
  z.tuple([z.enum(["grant", "revoke"]), z.enum(roles)]),
  z.tuple([z.enum(["disable", "enable", "end-sessions"])]),
  z.tuple([z.literal("undo")]),
]);

type Todo = z.output<typeof todo>;

interface Target {
  manager: Manager;
  scope: RequestScope;
}

/** One step of a change: the account, the version that the reader saw, and the change to make. */
interface Step {
  id: AccountId;
  version: number;
  /** False when it is so already. */
  run: (now: HeldAccount, version: number) => Promise<boolean>;
}

/**
 * Answers the forms of the list that change accounts. `do` says what: `grant:<role>`, `revoke:<role>`, `disable`,
 * `enable`, `end-sessions` for the rows of the fields `row`, or for the one row that follows after a space; or `undo`.
 */
export async function answerBulk(fields: URLSearchParams, target: Target) {
  const [words = "", one] = (fields.get("do") ?? "").split(" ");
  const asked = todo.safeParse(words.split(":")).data;
  if (!asked) throw refuseForm();
  const db = openDb(target.scope.env.DB);
  try {
    const steps = asked[0] === "undo" ? readUndo(fields, db, target) : readSteps(asked, one, { fields, db, target });
    if (steps.length === 0) return refuse("Nothing was done", "Select a row first.", 400);
    // Asked once, so that the form as a whole is sent again after the sign-in.
    if (asked[0] !== "disable" && asked[0] !== "end-sessions") requireFreshSignIn(target.manager);
    return await runSteps(steps, { asked, db, target });
  } catch (error) {
    const { status } = lookUpError(error);
    if (status !== 403 && status !== 503) throw error;
    if (status === 503) target.scope.log.error("accounts not changed", error);
    const refused = buildRefusal(error, { answers: listAnswers(fields) });
    const why = refused.problems[0]?.message ?? refused.title;
    return refuse("Nothing was done", why, status, refused);
  }
}

function listAnswers(fields: URLSearchParams) {
  return Object.fromEntries([...new Set(fields.keys())].map((name) => [name, fields.getAll(name)]));
}

interface Reading {
  fields: URLSearchParams;
  db: Db;
  target: Target;
}

function readSteps(asked: Todo, one: string | undefined, { fields, db, target }: Reading): Step[] {
  const rows = z
    .array(row)
    .max(mostRows)
    .safeParse(one ? [one] : fields.getAll("row")).data;
  if (!rows) throw refuseForm();
  return rows.map((text) => planStep(text, planChange(asked, db, target)));
}

function planStep(text: string, run: Step["run"]): Step {
  const [id = "", version = ""] = text.split(":");
  return { id: id as AccountId, version: Number(version), run };
}

/** The change of one account, made by the functions that its own forms use too. */
function planChange([what, role]: Todo, db: Db, { manager, scope }: Target): Step["run"] {
  return async ({ id }, version) => {
    if (what === "grant") return changeRoles(db, { id, version, manager, grant: listOf(role), revoke: [] }, scope);
    if (what === "revoke") return changeRoles(db, { id, version, manager, grant: [], revoke: listOf(role) }, scope);
    if (what === "end-sessions") return endAccountSessions(db, { id, manager, session: null }, scope).then(() => true);
    const status: AccountStatus = what === "disable" ? "disabled" : "active";
    return setAccountStatus(db, { id, version, manager, status }, scope);
  };
}

function listOf(role: Role | undefined): Role[] {
  return role === undefined ? [] : [role];
}

function readUndo(fields: URLSearchParams, db: Db, { manager, scope }: Target): Step[] {
  const entries = z.array(undo).min(1).max(mostRows).safeParse(fields.getAll("undo")).data;
  if (!entries) throw refuseForm();
  return entries.map((entry) => {
    const [, , status, names = ""] = entry.split(":");
    const before = names.split(".").filter(isRole);
    return planStep(entry, async (now, version) => {
      const change = { id: now.id, version, manager };
      if (now.status !== status) return setAccountStatus(db, { ...change, status: status as AccountStatus }, scope);
      const revoke = listGrantable(manager.roles).filter((role) => !before.includes(role));
      return changeRoles(db, { ...change, grant: before, revoke }, scope);
    });
  });
}

interface Running {
  asked: Todo;
  db: Db;
  target: Target;
}

/** Changes the accounts one after the other, and answers what became of each. */
async function runSteps(steps: readonly Step[], { asked, db, target }: Running) {
  const found = await readHeldAccounts(
    db,
    steps.map(({ id }) => id),
  );
  const made: { user: HeldAccount; hasMoved: boolean }[] = [];
  const refused: ListOutcomeWords["refused"][number][] = [];
  for (const { id, version, run } of steps) {
    const user = found.find((each) => each.id === id);
    try {
      if (!user) throw new NotFoundError("This account is gone.");
      made.push({ user, hasMoved: await run(user, version) });
    } catch (error) {
      const { status, message } = lookUpError(error);
      if (status >= 500) target.scope.log.error("account not changed with others", error, { userId: id });
      const name = user ? formatColleague(user) : "One account";
      refused.push({ name, why: message ?? "It could not be stored just now." });
    }
  }
  const canUndo = asked[0] !== "end-sessions" && asked[0] !== "undo";
  const outcome: ListOutcomeWords = {
    done: made.length === 0 ? null : formatDone(asked, made),
    refused,
    undo: canUndo ? made.filter(({ hasMoved }) => hasMoved).map(({ user }) => writeUndo(user)) : [],
  };
  return data({ outcome, refusedView: null, refused: null }, { status: outcome.done === null ? 409 : 200 });
}

/** A change adds one to the version, so undo fails where somebody has changed the account since. */
function writeUndo({ id, version, status, roles: held }: HeldAccount): string {
  return [id, version + 1, status, held.join(".")].join(":");
}

function formatDone([what, role]: Todo, made: readonly { user: HeldAccount }[]): string {
  const one = made.length === 1;
  const which = one && made[0] ? formatColleague(made[0].user) : `${made.length} accounts`;
  const roleName = role === undefined ? "" : formatRole(role);
  const endings: Record<Todo[0], string> = {
    grant: `${one ? "has" : "have"} the role ${roleName}.`,
    revoke: `${one ? "no longer has" : "no longer have"} the role ${roleName}.`,
    disable: `${one ? "is" : "are"} disabled.`,
    enable: `${one ? "is" : "are"} enabled.`,
    "end-sessions": `${one ? "is" : "are"} signed out everywhere.`,
    undo: `${one ? "is" : "are"} as before.`,
  };
  return `${which} ${endings[what]}`;
}

function refuse(name: string, why: string, status: number, refused: Refusal | null = null) {
  const outcome: ListOutcomeWords = { done: null, refused: [{ name, why }], undo: [] };
  return data({ outcome, refusedView: null, refused }, { status });
}

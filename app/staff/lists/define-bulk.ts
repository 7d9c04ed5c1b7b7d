/** Changes of many rows of a list: what may be done to which rows, with which fields, what takes it back, and the words for both. */
import { z } from "zod";
import type { ListDefinition } from "#shared/pages/list.ts";
import { may, type Permission } from "#shared/permissions.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { denyAccess } from "#app/staff/guard.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { type Given, startGiving } from "#worker/email/plan-given.ts";
import {
  ConflictError,
  InvalidInputError,
  NotAllowedError,
  NotFoundError,
  StaleSignInError,
} from "#worker/lib/errors.ts";
import { buildRefusal, lookUpError } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { ListTarget } from "./answer-list.ts";
import { answerOutcome, refuseForm, refuseList, unread } from "./list-outcome.ts";

/** A row as it stands. Where it has a version, it is changed only while it is as its reader saw it. */
interface Held {
  id: string;
  version?: number;
}

/** What puts a row back as it was; only the last may hold a colon. */
export type Former = readonly (string | number | null)[];

interface Tools extends ListTarget {
  db: Db;
  /** What the rows before have given to whom: each colleague gets one mail. */
  given: Given;
}

/** The change of one row: as it stands, and as its reader saw it. */
export interface Step<Row extends Held> extends Tools {
  row: Row;
  change: { id: Row["id"]; version: number; actor: AccountId };
}

/** What is to be done to each row. */
export interface Plan<Row extends Held> {
  /** What a row is afterwards: "closed" for "… is closed."; or the whole sentence. */
  done: string | ((which: string, isOne: boolean) => string);
  /** What the reader chose, for `explain`. */
  choice?: string;
  /** Answers what `undo` reads; null where nothing had to change, or nothing can take it back. */
  run: (step: Step<Row>, parts: readonly string[]) => Promise<Former | null>;
}

type Planned<Row extends Held> = Plan<Row> | ReturnType<typeof refuseList>;
type Planning<Row extends Held> = (tools: Tools) => Planned<Row> | Promise<Planned<Row>>;

/** Reads what else the form says, or throws the answer to a form that is none of ours. */
type Planner<Row extends Held> = (form: object) => Planning<Row>;

/** Puts a row back; `parts` reads what the actions have answered. */
interface Undo<Row extends Held, Parts> {
  /** As in a plan; "as before" unless given. */
  done?: string;
  parts: z.ZodType<Parts>;
  run: (step: Step<Row>, parts: Parts) => Promise<unknown>;
}

/** How a list speaks of its rows. */
interface RowWords<Row extends Held> {
  nouns: ListDefinition["nouns"];
  /** `name` stands where a row was refused, with its page; `title` where it alone was changed, the name unless given. */
  describe: (row: Row) => { name: string; title?: string; path?: string };
  /** Why a row was not changed, where the usual words do not say it. */
  explain?: (error: unknown, at: Explained<Row>) => string | null | Promise<string | null>;
  gone?: string;
  unstored?: string;
}

interface Explained<Row extends Held> {
  id: Row["id"];
  db: Db;
  choice?: string | undefined;
}

interface Bulk<Row extends Held, Name extends string, Parts> extends RowWords<Row> {
  permission: Permission;
  /** What the reader is asked to select first; "a row" unless given. */
  select?: string;
  /** Most rows of one change. 50 unless given: no page of a list has more. */
  most?: number;
  /** False where forms name rows by their id alone. */
  hasVersions?: false;
  /** The rows as they stand, without those that are gone. */
  read: (db: Db, ids: Row["id"][]) => Promise<Row[]>;
  actions: Readonly<Record<Name, Plan<Row> | Planner<Row>>>;
  undo?: Undo<Row, Parts>;
  /** Asked once, so that the form as a whole is sent again after the sign-in. */
  needFreshSignIn?: readonly (NoInfer<Name> | "undo")[];
  /** The status where nothing was done is the worst of what the rows were refused with; else it is 409. */
  hasWorstStatus?: true;
}

/** Most faults of one row in the outcome; its page lists all. */
const mostFaults = 3;

/** `id:version`, as the reader saw it; in the field `undo` followed by what puts it back. */
const seenSchema = z
  .string()
  .transform((text) => text.split(":"))
  .pipe(z.tuple([z.uuid(), z.coerce.number<string>().int().min(1)], z.string()));

/** For `read`, where a row is but its id to whoever changes it. */
export async function readIds<Id extends string>(_: Db, ids: readonly Id[]) {
  return ids.map((id) => ({ id }));
}

/** One of the parts of an undo that may be null. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal("-").transform(() => null), schema]);
}

/**
 * What a form of a list asks for. `do` says what, perhaps with a value after a colon (`status:closed`), and perhaps with the one
 * row that it is about after a space; else the fields `row` name the rows.
 */
export function readOrder(fields: URLSearchParams) {
  const [words = "", one] = (fields.get("do") ?? "").split(" ");
  const [name = "", to] = words.split(/:(.*)/s);
  return { name, to, rows: one ? [one] : fields.getAll("row") };
}

/**
 * An action that takes fields of the form; what follows the colon of `do` is the field `to`. Where the form lacks them, its reader
 * reads `missing`; without it no form of ours can lack them.
 */
export function asks<Row extends Held, Shape extends z.ZodRawShape>(
  shape: Shape,
  plan: (form: z.output<z.ZodObject<Shape>>, tools: Tools) => ReturnType<Planning<Row>>,
  missing?: string,
): Planner<Row> {
  const schema = z.object(shape);
  return (form) => {
    const read = schema.safeParse(form);
    if (read.success) return (tools) => plan(read.data, tools);
    if (missing === undefined) throw refuseForm();
    return () => refuseList("Nothing was done", missing, 400);
  };
}

/**
 * Makes the function that answers the forms of a list which change rows: `do` names one of the actions for rows as `id:version`,
 * or is `undo`. The rows are changed one after the other, by the functions of the Worker that their own pages use: those check the
 * version in their transaction and record the change. What was refused is named, with the reason.
 */
export function defineBulk<Row extends Held, Name extends string, Parts = never>(bulk: Bulk<Row, Name, Parts>) {
  const { permission, nouns, select = "a row", needFreshSignIn = [] } = bulk;
  return async (fields: URLSearchParams, target: ListTarget) => {
    const { caller, scope } = target;
    if (!may(caller.roles, permission)) throw denyAccess(caller);
    const { name, to, rows } = readOrder(fields);
    const undo = name === "undo" ? bulk.undo : undefined;
    const action = Object.hasOwn(bulk.actions, name) ? bulk.actions[name as Name] : undefined;
    const seen = readSeen<Row>(undo ? fields.getAll("undo") : rows, bulk);
    const form = { ...Object.fromEntries(fields), ...(to !== undefined && { to }) };
    const makePlan = undo ? planUndo(undo, seen) : planAction(action, seen, form);
    if (seen.length === 0) return refuseList("Nothing was done", `Select ${select} first.`, 400);
    const tools: Tools = { ...target, db: openDb(scope.env.DB), given: startGiving() };
    try {
      if (needFreshSignIn.some((each) => each === name)) requireFreshSignIn(caller);
      const plan = await makePlan(tools);
      if (!("run" in plan)) return plan;
      const ids = seen.map(({ id }) => id);
      const held = await bulk.read(tools.db, ids);
      return writeOutcome(bulk, plan, await changeRows(bulk, plan, { seen, held, tools }));
    } catch (error) {
      if (error instanceof InvalidInputError)
        return refuseList("Nothing was done", Object.values(error.fields).flat().join(" "), 400);
      if (error instanceof StaleSignInError) {
        const answers = Object.fromEntries([...new Set(fields.keys())].map((key) => [key, fields.getAll(key)]));
        return refuseList("Nothing was done", error.message, 403, buildRefusal(error, { answers }));
      }
      // An answer that is none of ours to give.
      if (!(error instanceof Error)) throw error;
      scope.log.error(`${nouns.many} not read`, error);
      return refuseList("Nothing was done", unread, 503);
    }
  };
}

interface Seen<Row extends Held> {
  id: Row["id"];
  version: number;
  /** What puts it back, in an undo. */
  parts: string[];
}

function readSeen<Row extends Held>(
  texts: readonly string[],
  { hasVersions = true, most = 50 }: { hasVersions?: boolean; most?: number },
): Seen<Row>[] {
  const named = hasVersions ? texts : texts.map((text) => `${text}:1`);
  const seen = z.array(seenSchema).max(most).safeParse(named).data;
  if (!seen) throw refuseForm();
  return seen.map(([id, version, ...parts]) => ({ id, version, parts }));
}

function planAction<Row extends Held>(
  action: Plan<Row> | Planner<Row> | undefined,
  seen: readonly Seen<Row>[],
  form: object,
): Planning<Row> {
  if (!action || seen.some(({ parts }) => parts.length > 0)) throw refuseForm();
  if (typeof action === "function") return action(form);
  if ("to" in form) throw refuseForm();
  return () => action;
}

function planUndo<Row extends Held, Parts>(
  { done = "as before", parts: schema, run }: Undo<Row, Parts>,
  seen: readonly Seen<Row>[],
): Planning<Row> {
  if (seen.length === 0 || seen.some(({ parts }) => !schema.safeParse(parts).success)) throw refuseForm();
  const takeBack: Plan<Row>["run"] = (step, parts) => run(step, schema.parse(parts)).then(() => null);
  return () => ({ done, choice: "how it was before", run: takeBack });
}

interface Result<Row extends Held> {
  /** As it stood; undefined where it is gone. */
  row: Row | undefined;
  /** What takes its change back, as a value of the field `undo`. */
  undo?: string | null;
  /** Where it was not changed: why, and the status of the reason. */
  refused?: { why: string; status: number };
}

async function changeRows<Row extends Held>(
  words: RowWords<Row>,
  { run, choice }: Plan<Row>,
  { seen, held, tools }: { seen: readonly Seen<Row>[]; held: readonly Row[]; tools: Tools },
): Promise<Result<Row>[]> {
  const results: Result<Row>[] = [];
  for (const { id, version, parts } of seen) {
    const row = held.find((each) => each.id === id);
    try {
      if (!row) throw new NotFoundError();
      if ((row.version ?? version) !== version) throw new ConflictError("");
      const former = await run({ ...tools, row, change: { id, version, actor: tools.actor } }, parts);
      // A change adds one to the version, so its undo fails where somebody has changed the row since.
      results.push({ row, undo: former && [id, version + 1, ...former.map((part) => part ?? "-")].join(":") });
    } catch (error) {
      const why = await explainError(words, error, { ...tools, id, choice });
      results.push({ row, refused: { why, status: lookUpError(error).status } });
    }
  }
  return results;
}

/** Why a row was not changed, in words; what is no fault of its reader is logged. */
export async function explainError<Row extends Held>(
  {
    nouns,
    explain,
    gone = "It is gone.",
    unstored = "It could not be stored just now.",
  }: Omit<RowWords<Row>, "describe">,
  error: unknown,
  { scope, ...at }: Explained<Row> & { scope: RequestScope },
): Promise<string> {
  const { status } = lookUpError(error);
  const own = await explain?.(error, at);
  if (status === 503 || (status === 500 && !own))
    scope.log.error(`${nouns.one} not changed with others`, error, { id: at.id });
  if (own) return own;
  if (error instanceof NotFoundError) return gone;
  if (error instanceof NotAllowedError) return error.message;
  if (error instanceof ConflictError) return "Somebody changed it after this list was loaded.";
  if (!(error instanceof InvalidInputError)) return unstored;
  const faults = Object.values(error.fields).flat();
  const more = faults.length - mostFaults;
  return [...faults.slice(0, mostFaults), ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
}

function writeOutcome<Row extends Held>(
  { nouns: { one, many }, describe, hasWorstStatus }: RowWords<Row> & { hasWorstStatus?: true },
  { done }: Plan<Row>,
  results: readonly Result<Row>[],
) {
  const made = results.filter(({ refused }) => !refused);
  const isOne = made.length === 1;
  const changed = isOne && made[0]?.row ? describe(made[0].row) : { name: countThings(made.length, one, many) };
  const which = changed.title ?? changed.name;
  const sentence = typeof done === "string" ? `${which} ${isOne ? "is" : "are"} ${done}.` : done(which, isOne);
  const refused = results.flatMap(({ row, refused }) => {
    if (!refused) return [];
    const { title: _, ...named } = row ? describe(row) : { name: `One ${one}` };
    return [{ ...named, why: refused.why }];
  });
  const outcome = { done: made.length === 0 ? null : sentence, refused, undo: made.flatMap(({ undo }) => undo ?? []) };
  const worst = hasWorstStatus ? Math.max(...results.map(({ refused }) => refused?.status ?? 0)) : 409;
  return answerOutcome(outcome, made.length > 0 ? 200 : worst);
}

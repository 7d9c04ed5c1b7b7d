import { z } from "zod";
import { brand } from "#app/content/brand.ts";
import { contactTopics } from "#app/content/contact-topics.ts";
import { formatColleague } from "#shared/accounts/format-colleague.ts";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { answerOutcome, refuseForm, refuseList } from "#app/staff/lists/list-outcome.ts";
import { clearOfSpam, type EnquiryChange, markAsSpam, saveHandling } from "#worker/enquiries/change-enquiry.ts";
import { mayOwnEnquiries, readHandled, readOwner } from "#worker/enquiries/read-enquiry.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import type { EnquiryId, EnquiryStatus } from "#worker/db/enquiries-tables.ts";
import type { Given } from "#worker/email/plan-given.ts";
import { HeaderError } from "#worker/email/header.ts";
import { ConflictError, NotAllowedError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { statuses } from "./enquiry-list.ts";
import { nobody, statusNames } from "./names.ts";

/** More rows than a page of the list has; our own forms never name more. */
const mostRows = 50;

const owner = z.union([z.literal(nobody), z.uuid()]);
/** An enquiry and the version that the reader saw: `id:version`. */
const row = z.templateLiteral([z.uuid(), ":", z.number().int().min(1)]);
/** A row with what it was before: `id:version:folder:status:owner`. */
const undo = z.templateLiteral([row, ":", z.enum(["inbox", "spam"]), ":", z.enum(statuses), ":", owner]);
/** What is to be done; the value after a colon. */
const todo = z.union([
  z.tuple([z.literal("status"), z.enum(statuses)]),
  z.tuple([z.literal("owner"), owner]),
  z.tuple([z.enum(["spam", "not-spam"])]),
  z.tuple([z.literal("undo")]),
]);

type Todo = z.output<typeof todo>;
type Handled = Awaited<ReturnType<typeof readHandled>>[number];

/** What a step works with. */
interface Tools {
  db: Db;
  scope: RequestScope;
  /** Whom the steps before have given something: each of them gets one mail. */
  given: Given;
}

/** One step of a change: the enquiry, the version that the reader saw, and the change to make. */
interface Step {
  id: EnquiryId;
  version: number;
  /** False when it is so already. */
  run: (now: Handled, row: EnquiryChange, tools: Tools) => Promise<boolean>;
}

/**
 * Answers the forms of the inbox that change enquiries. `do` says what: `status:closed`, `owner:<id>`, `spam`,
 * `not-spam` for the rows of the fields `row`, or for the one row that follows after a space; or `undo`.
 */
export async function answerBulk(fields: URLSearchParams, target: ListTarget) {
  const [words = "", one] = (fields.get("do") ?? "").split(" ");
  const asked = todo.safeParse(words.split(":")).data;
  if (!asked) throw refuseForm();
  if (asked[0] === "undo")
    return answer(await runSteps(readUndo(fields), target), { done: "as before", canUndo: false });
  const rows = z
    .array(row)
    .max(mostRows)
    .safeParse(one ? [one] : fields.getAll("row")).data;
  if (!rows) throw refuseForm();
  if (rows.length === 0) return refuseList("Nothing was done", "Select a row first.", 400);
  const account = asked[0] === "owner" && asked[1] !== nobody ? await readAccount(asked[1], target) : null;
  if (account === undefined) return refuseList("No owner was set", "This account cannot open the inbox.", 400);
  const steps = rows.map((text) => planStep(text, planChange(asked)));
  const done = formatDone(asked, account && formatColleague(account));
  return answer(await runSteps(steps, target), { done, canUndo: asked[0] !== "not-spam" });
}

function planStep(text: string, run: Step["run"]): Step {
  const [id = "", version = ""] = text.split(":");
  return { id: id as EnquiryId, version: Number(version), run };
}

/** The account that is to own enquiries; undefined when it may not. */
async function readAccount(id: string, { scope }: ListTarget) {
  return readOwner(openDb(scope.env.DB), id as AccountId);
}

/** The change of one enquiry, made by the functions that its panel uses too. */
function planChange([what, value]: Todo): Step["run"] {
  if (what === "spam") return async (_, row, { db, scope }) => markAsSpam(db, row, scope).then(() => true);
  if (what === "not-spam") return clear;
  return (now, row, tools) => {
    const status = what === "status" ? (value as EnquiryStatus) : now.status;
    const owner_id = what === "owner" ? toOwner(value ?? nobody) : now.owner_id;
    return handle(now, row, { status, owner_id }, tools);
  };
}

async function clear(_: Handled, row: EnquiryChange, { db, scope }: Tools): Promise<boolean> {
  const site = { name: brand.name, origin: scope.env.SITE_ORIGIN };
  await clearOfSpam(db, { ...row, topics: contactTopics, site }, scope);
  return true;
}

async function handle(
  now: Handled,
  row: EnquiryChange,
  { status, owner_id }: Pick<Handled, "status" | "owner_id">,
  { db, scope, given }: Tools,
): Promise<boolean> {
  if (now.version === row.version && now.status === status && now.owner_id === owner_id) return false;
  if (owner_id !== null && owner_id !== now.owner_id && !(await mayOwnEnquiries(db, owner_id)))
    throw new NotAllowedError();
  await saveHandling(db, { ...row, status, owner: owner_id, note: "", given }, scope);
  return true;
}

function toOwner(text: string): AccountId | null {
  return text === nobody ? null : (text as AccountId);
}

function readUndo(fields: URLSearchParams): Step[] {
  const entries = z.array(undo).min(1).max(mostRows).safeParse(fields.getAll("undo")).data;
  if (!entries) throw refuseForm();
  return entries.map((entry) => {
    const [, , folder, status, owner = nobody] = entry.split(":");
    const before = { status: status as EnquiryStatus, owner_id: toOwner(owner) };
    return planStep(entry, (now, row, tools) =>
      now.folder === folder ? handle(now, row, before, tools) : clear(now, row, tools),
    );
  });
}

interface Result {
  enquiry: Handled | undefined;
  /** Why it was not done; null when it was. */
  why: string | null;
  hasMoved: boolean;
}

/** Null when D1 cannot say how the enquiries stand: nothing has been done then. */
async function runSteps(steps: readonly Step[], target: ListTarget): Promise<Result[] | null> {
  const { actor, scope } = target;
  const db = openDb(scope.env.DB);
  const reading = readHandled(
    db,
    steps.map(({ id }) => id),
  );
  const found = await reading.catch((error: unknown) => void scope.log.error("enquiries not read", error));
  if (!found) return null;
  const results: Result[] = [];
  const given: Given = new Map();
  for (const { id, version, run } of steps) {
    const enquiry = found.find((each) => each.id === id);
    try {
      if (!enquiry) throw new NotFoundError();
      results.push({ enquiry, why: null, hasMoved: await run(enquiry, { actor, id, version }, { db, scope, given }) });
    } catch (error) {
      results.push({ enquiry, why: explain(error, { id, scope }), hasMoved: false });
    }
  }
  return results;
}

function explain(error: unknown, { id, scope }: { id: EnquiryId; scope: RequestScope }): string {
  if (error instanceof NotFoundError) return "It has been erased.";
  if (error instanceof NotAllowedError) return "The account that would own it cannot open the inbox.";
  if (error instanceof ConflictError) return "Somebody changed it after this list was loaded.";
  if (error instanceof HeaderError) return `No mail can be written about it: ${error.message}`;
  scope.log.error("enquiry not changed with others", error, { enquiryId: id });
  return "It could not be stored just now.";
}

function formatDone([what, value]: Todo, ownerName: string | null): string {
  if (what === "status") return statusNames[value as EnquiryStatus].toLowerCase();
  if (what === "owner") return ownerName === null ? "without an owner" : `with ${ownerName}`;
  return what === "spam" ? "in the spam folder" : "in the inbox, and the mails are on their way";
}

function answer(results: Result[] | null, { done, canUndo }: { done: string; canUndo: boolean }) {
  if (!results)
    return refuseList("Nothing was done", "The database did not answer. Please try again in a minute.", 503);
  const made = results.filter(({ why }) => why === null);
  const which = made.length === 1 ? `“${made[0]?.enquiry?.subject}” is` : `${made.length} enquiries are`;
  return answerOutcome({
    done: made.length === 0 ? null : `${which} ${done}.`,
    refused: results.flatMap(({ enquiry, why }) =>
      why === null ? [] : [{ name: enquiry ? `${enquiry.name}, ${enquiry.subject}` : "One enquiry", why }],
    ),
    undo: canUndo ? made.flatMap(({ enquiry, hasMoved }) => (enquiry && hasMoved ? writeUndo(enquiry) : [])) : [],
  });
}

/** A change adds one to the version, so undo fails where somebody has changed the enquiry since. */
function writeUndo({ id, version, folder, status, owner_id }: Handled): string {
  return [id, version + 1, folder, status, owner_id ?? nobody].join(":");
}

import { z } from "zod";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { answerOutcome, refuseForm, refuseList } from "#app/staff/lists/list-outcome.ts";
import { openDb } from "#worker/db/client.ts";
import type { MediaItemId } from "#worker/db/media-tables.ts";
import { keepFile } from "#worker/imports/import-parts.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import { parseForm } from "#worker/lib/forms/parse-form.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { deleteItem, undeleteItem } from "#worker/media/library/change-item.ts";
import { readSummary } from "#worker/media/library/read-item.ts";
import { largestPosted, takeFile } from "#worker/media/uploads/take-file.ts";
import { itemsPerPage } from "#worker/media/library/list-items.ts";

/** What came of a form of the library, while it is worked on. */
interface MediaOutcome {
  done: string | null;
  refused: { name: string; why: string }[];
  undo: string[];
}

/** An item and the version that the reader saw: `id:version`. */
const row = z.templateLiteral([z.uuid(), ":", z.number().int().min(1)]);
const rows = z.array(row).max(itemsPerPage);

/** Deletes the ticked items or the one that is named, or takes them back. */
export async function answerBulk(fields: URLSearchParams, target: ListTarget) {
  const [todo = "", one] = (fields.get("do") ?? "").split(" ");
  const named = one ? [one] : fields.getAll(todo === "undo" ? "undo" : "row");
  const asked = rows.safeParse(named).data;
  if (!["delete", "undo"].includes(todo) || !asked) throw refuseForm();
  if (asked.length === 0) return refuseList("Nothing was done", "Select a file first.", 409);
  const outcome: MediaOutcome = { done: null, refused: [], undo: [] };
  const names: string[] = [];
  for (const text of asked) {
    const [id = "", version = ""] = text.split(":");
    const step = await change({ id: id as MediaItemId, version: Number(version), isUndo: todo === "undo" }, target);
    if (step.why !== null) outcome.refused.push(refuse(step.name, step.why));
    else {
      names.push(step.name);
      if (todo === "delete") outcome.undo.push(`${id}:${Number(version) + 1}`);
    }
  }
  const which = names.length === 1 ? `“${names[0]}” is` : `${names.length} files are`;
  if (names.length > 0) outcome.done = `${which} ${todo === "delete" ? "deleted" : "back"}.`;
  return answerOutcome(outcome);
}

interface Step {
  id: MediaItemId;
  version: number;
  isUndo: boolean;
}

async function change({ id, version, isUndo }: Step, { actor, scope }: ListTarget) {
  const db = openDb(scope.env.DB);
  const name = (await readSummary(db, id).catch(() => null))?.name ?? "One file";
  try {
    const changed = { id, version, actor, requestId: scope.requestId };
    await (isUndo ? undeleteItem(db, changed) : deleteItem(db, changed));
    return { name, why: null };
  } catch (error) {
    return { name, why: explain(error, scope) };
  }
}

function explain(error: unknown, { log }: Pick<RequestScope, "log">): string {
  if (error instanceof NotFoundError) return "It is gone.";
  if (error instanceof ConflictError) return error.message;
  log.error("file not changed with others", error);
  return "It could not be stored just now.";
}

const fileSchema = z.object({ file: z.union([z.file().transform((file) => [file]), z.array(z.file())]) });

/** Takes the files of a form that was sent without script. */
export async function answerFiles(request: Request, { actor, scope }: ListTarget) {
  const db = openDb(scope.env.DB);
  const outcome: MediaOutcome = { done: null, refused: [], undo: [] };
  const added: string[] = [];
  try {
    const limits = { bytes: largestPosted * 2, fields: 40, hasFiles: true };
    const { value } = await parseForm(request, fileSchema, limits);
    for (const file of value?.file ?? [])
      try {
        const { id } = await takeFile(db, { file, user: actor }, scope);
        await keepFile(db, id);
        added.push(file.name);
      } catch (error) {
        outcome.refused.push(refuse(file.name || "No file", explainFile(error, scope)));
      }
    if (!value) outcome.refused.push(refuse("No file", "Choose a file first."));
  } catch (error) {
    outcome.refused.push(refuse("Nothing was added", explainFile(error, scope)));
  }
  if (added.length > 0)
    outcome.done =
      added.length === 1 ? `“${added[0]}” is in the library.` : `${added.length} files are in the library.`;
  return answerOutcome(outcome);
}

/** Why a file is not taken. */
function explainFile(error: unknown, { log }: Pick<RequestScope, "log">): string {
  const { status, message, fields } = lookUpError(error);
  if (status === 500) log.error("file not taken", error);
  if (status === 413) return "Without JavaScript a file may have at most 5 MB.";
  return Object.values(fields).flat()[0] ?? message ?? "It could not be stored just now.";
}

function refuse(name: string, why: string) {
  return { name, why };
}

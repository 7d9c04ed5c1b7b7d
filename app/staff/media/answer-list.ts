import { z } from "zod";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { defineBulk } from "#app/staff/lists/define-bulk.ts";
import { answerOutcome } from "#app/staff/lists/list-outcome.ts";
import { openDb } from "#worker/db/client.ts";
import { keepFile } from "#worker/imports/import-parts.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { parseForm } from "#worker/lib/forms/parse-form.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { deleteItem, undeleteItem } from "#worker/media/library/change-item.ts";
import { itemsPerPage } from "#worker/media/library/list-items.ts";
import { readNames } from "#worker/media/library/read-item.ts";
import { largestPosted, takeFile } from "#worker/media/uploads/take-file.ts";
import { mediaList } from "./media-list.ts";
import { page } from "./page.ts";

/** Changes of files: `delete`. */
export const answerBulk = defineBulk({
  permission: page.permission,
  nouns: mediaList.nouns,
  select: "a file",
  most: itemsPerPage,
  read: readNames,
  describe: ({ name }) => ({ name, title: `“${name}”` }),
  actions: {
    delete: {
      done: "deleted",
      run: async ({ db, change, scope: { requestId } }) => {
        await deleteItem(db, { ...change, requestId });
        return [];
      },
    },
  },
  undo: {
    done: "back",
    parts: z.tuple([]),
    run: ({ db, change, scope: { requestId } }) => undeleteItem(db, { ...change, requestId }),
  },
  explain: (error) => (error instanceof ConflictError ? error.message : null),
});

const fileSchema = z.object({ file: z.union([z.file().transform((file) => [file]), z.array(z.file())]) });

/** Takes the files of a form that was sent without script. */
export async function answerFiles(request: Request, { actor, scope }: Pick<ListTarget, "actor" | "scope">) {
  const db = openDb(scope.env.DB);
  const outcome = { done: null as string | null, refused: [] as { name: string; why: string }[], undo: [] };
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

import { data } from "react-router";
import { z } from "zod";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { ImportId } from "#worker/db/imports-tables.ts";
import { type Undone, undoImport } from "#worker/imports/undo-import.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import { parseForm } from "#worker/lib/forms/parse-form.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

/** What came of taking an import back; `trouble` says why nothing did. */
export interface UndoAnswer {
  undone: Undone | null;
  trouble: string | null;
}

const schema = z.object({
  do: z.literal("undo"),
  id: z.uuid().transform((id) => id as ImportId),
  version: z.coerce.number().int().min(1),
});

export async function answerUndo(request: Request, { actor, scope }: { actor: AccountId; scope: RequestScope }) {
  const { value } = await parseForm(request, schema);
  if (!value) return refuse("This form is not whole. Open the page again.", 400);
  try {
    const { id, version } = value;
    const undone = await undoImport(openDb(scope.env.DB), { id, version, actor }, scope);
    return data<UndoAnswer>({ undone, trouble: null });
  } catch (error) {
    if (error instanceof ConflictError) return refuse(error.message, 409);
    if (error instanceof NotFoundError) return refuse("This import is no longer listed.", 404);
    scope.log.error("import not taken back", error);
    return refuse("The database did not answer. Please try again in a minute.", 503);
  }
}

function refuse(trouble: string, status: number) {
  return data<UndoAnswer>({ undone: null, trouble }, { status });
}

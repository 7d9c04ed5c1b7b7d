import { redirect } from "react-router";
import { z } from "zod";
import type { Refusal } from "#app/shared/refusal.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import type { DeadLetterId } from "#worker/db/dead-letters-tables.ts";
import { deleteAllLetters, deleteLetter, sendAllAgain, sendLetterAgain } from "#worker/dead-letters/change.ts";
import { answerForm } from "#worker/lib/answer-form.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import type { RefusalWords } from "#worker/lib/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

const until = z.coerce.number().int().min(0);
const changeSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["send-again", "delete"]), id: z.uuid() }),
  z.object({ intent: z.enum(["send-all", "delete-all"]), until }),
]);

type Change = z.infer<typeof changeSchema>;

interface Posted {
  request: Request;
  actor: string;
  scope: RequestScope;
}

const undone = { title: "That could not be done just now. Nothing is lost; please try again in a minute." };
const words: RefusalWords = { 400: { title: "Nothing has been done." }, 500: undone, 503: undone };

/** Makes the change that a posted form asks for, and leads back to the list; or says why it was not made. */
export function answerChange({ request, actor, scope }: Posted) {
  return answerForm(
    { request, schema: changeSchema, words, refine },
    async (change) => {
      const done = await makeChange(change, { actor: actor as UserId, scope });
      return redirect(`/failed-messages?done=${done}`, 303);
    },
    scope,
  );
}

function refine(refusal: Refusal, error: unknown): Refusal {
  return error instanceof ConflictError ? { ...refusal, title: error.message } : refusal;
}

/** Makes the change and returns what the page says of it. */
async function makeChange(change: Change, who: { actor: UserId; scope: RequestScope }): Promise<string> {
  switch (change.intent) {
    case "send-again":
      await sendLetterAgain(change.id as DeadLetterId, who);
      return "sent";
    case "delete":
      await deleteLetter(change.id as DeadLetterId, who);
      return "deleted";
    case "send-all": {
      const { kept } = await sendAllAgain(change.until, who);
      return kept === 0 ? "all-sent" : "some-sent";
    }
    case "delete-all":
      await deleteAllLetters(change.until, who);
      return "all-deleted";
  }
}

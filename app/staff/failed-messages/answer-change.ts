import { data, redirect } from "react-router";
import { z } from "zod";
import type { UserId } from "#worker/db/accounts-tables.ts";
import type { DeadLetterId } from "#worker/db/dead-letters-tables.ts";
import { deleteAllLetters, deleteLetter, sendAllAgain, sendLetterAgain } from "#worker/dead-letters/change.ts";
import { BodyTooLargeError, ConflictError, UnsupportedBodyError } from "#worker/lib/errors.ts";
import { readForm } from "#worker/lib/read-form.ts";
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

/** Makes the change that a posted form asks for, and leads back to the list; or says why it was not made. */
export async function answerChange({ request, actor, scope }: Posted) {
  const change = changeSchema.safeParse(await readForm(request).catch(refuseBody)).data;
  if (!change) throw data(null, { status: 400, statusText: "Bad Request" });
  try {
    const done = await makeChange(change, { actor: actor as UserId, scope });
    return redirect(`/failed-messages?done=${done}`, 303);
  } catch (error) {
    if (error instanceof ConflictError) return data({ title: error.message }, { status: 409 });
    scope.log.error("dead letters not changed", error, { intent: change.intent });
    return data(
      { title: "That could not be done just now. Nothing is lost; please try again in a minute." },
      { status: 503 },
    );
  }
}

/** None of our forms is posted like this, so nobody waits for a page. */
function refuseBody(error: unknown): never {
  if (error instanceof UnsupportedBodyError) throw data(null, { status: 415, statusText: "Unsupported Media Type" });
  throw error instanceof BodyTooLargeError ? data(null, { status: 400, statusText: "Bad Request" }) : error;
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

import { z } from "zod";
import { countThings } from "#app/staff-kit/count.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { answerOutcome, refuseForm, refuseList } from "#app/staff/lists/list-outcome.ts";
import { openDb } from "#worker/db/client.ts";
import type { FailedMessageId } from "#worker/db/failed-messages-tables.ts";
import { deleteAllMessages, deleteMessage, sendAllAgain, sendMessageAgain } from "#worker/failed-messages/change.ts";
import { ConflictError, MessageKeptError, UnavailableError } from "#worker/lib/errors.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";

/** More rows than a page of the list has; our own forms never name more. */
const mostRows = 50;

const some = z.object({ what: z.enum(["send-again", "delete"]), rows: z.array(z.uuid()).max(mostRows) });
const all = z.object({
  what: z.enum(["send-all", "delete-all"]),
  until: z.coerce.number().int().min(0),
  queue: z.string().max(64).default(""),
});
const formSchema = z.union([some, all]);

/**
 * Answers the forms of the list that change messages. `do` says what: `send-again` or `delete` for the rows of the
 * fields `row`, or for the one row that follows after a space; `send-all` or `delete-all` for those received `until`
 * then, of the `queue` that is named or of all.
 */
export async function answerMessages(fields: URLSearchParams, posted: ListTarget) {
  const [what, one] = (fields.get("do") ?? "").split(" ");
  const rows = one ? [one] : fields.getAll("row");
  const form = formSchema.safeParse({
    what,
    rows,
    until: fields.get("until") ?? undefined,
    queue: fields.get("queue") ?? undefined,
  }).data;
  if (!form) throw refuseForm();
  try {
    return "until" in form ? await changeAll(form, posted) : await changeSome(form, posted);
  } catch (error) {
    const { status } = lookUpError(error);
    if (status !== 503) throw error;
    posted.scope.log.error("dead letters not changed", error);
    return refuseList("Nothing was done", "The database did not answer. Please try again in a minute.", status);
  }
}

async function changeSome({ what, rows }: z.output<typeof some>, { actor, scope }: ListTarget) {
  if (rows.length === 0) return refuseList("Nothing was done", "Select a row first.", 400);
  const change = what === "delete" ? deleteMessage : sendMessageAgain;
  const errors: unknown[] = [];
  const db = openDb(scope.env.DB);
  for (const id of rows)
    await change(db, { id: id as FailedMessageId, actor }, scope).catch((error: unknown) => errors.push(error));
  for (const error of errors) if (!(error instanceof ConflictError)) scope.log.error("dead letter not changed", error);
  const count = rows.length - errors.length;
  const done = count === 0 ? null : formatDone(what, count);
  const refused = errors.map((error) => ({ name: "One message", why: formatWhy(error) }));
  const status = count > 0 ? 200 : Math.max(...errors.map((error) => lookUpError(error).status));
  return answerOutcome({ done, refused, undo: [] }, status);
}

async function changeAll({ what, until, queue }: z.output<typeof all>, { actor, scope }: ListTarget) {
  const db = openDb(scope.env.DB);
  const change = { until, queue: queue || null, actor };
  if (what === "delete-all") {
    const { deleted, kept } = await deleteAllMessages(db, change, scope);
    const why = "Somebody is sending them just now. Please look again in a minute.";
    return answerAll(
      "delete",
      deleted,
      kept === 0 ? [] : [{ name: `${countThings(kept, "message")} not deleted`, why }],
    );
  }
  const { sent, kept, left } = await sendAllAgain(db, change, scope);
  const why = "Send each one by itself to see the reason, or try again in a minute.";
  return answerAll("send-again", sent, [
    ...(kept > 0 ? [{ name: `${countThings(kept, "message")} not sent`, why }] : []),
    ...(left > 0
      ? [{ name: `${countThings(left, "message")} not sent yet`, why: "Send all again for the next." }]
      : []),
  ]);
}

function answerAll(what: "send-again" | "delete", count: number, refused: ListOutcomeWords["refused"]) {
  const status = count === 0 && refused.length > 0 ? 409 : 200;
  return answerOutcome({ done: count === 0 ? null : formatDone(what, count), refused, undo: [] }, status);
}

function formatDone(what: "send-again" | "delete", count: number): string {
  const which = `${countThings(count, "message")} ${count === 1 ? "is" : "are"}`;
  return what === "delete" ? `${which} deleted.` : `${which} back in the queue.`;
}

function formatWhy(error: unknown): string {
  if (error instanceof ConflictError || error instanceof MessageKeptError) return error.message;
  return error instanceof UnavailableError
    ? "Its queue does not take it just now. Nothing is lost; please try again in a minute."
    : "It could not be stored just now. Nothing is lost.";
}

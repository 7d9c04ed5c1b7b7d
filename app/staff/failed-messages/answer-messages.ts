import { z } from "zod";
import { countThings } from "#app/staff-kit/count.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { defineBulk, readIds, type Step } from "#app/staff/lists/define-bulk.ts";
import { answerOutcome } from "#app/staff/lists/list-outcome.ts";
import { openDb } from "#worker/db/client.ts";
import type { FailedMessageId } from "#worker/db/failed-messages-tables.ts";
import { deleteAllMessages, deleteMessage, sendAllAgain, sendMessageAgain } from "#worker/failed-messages/change.ts";
import { UnavailableError } from "#worker/lib/errors.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";
import { page } from "./page.ts";

const done = { "send-again": "back in the queue", delete: "deleted" };

/** Changes of messages: `send-again` and `delete`. */
const answerSome = defineBulk({
  permission: page.permission,
  nouns: { one: "message", many: "messages" },
  hasVersions: false,
  read: readIds<FailedMessageId>,
  describe: () => ({ name: "One message", title: "1 message" }),
  actions: {
    "send-again": { done: done["send-again"], run: (step) => change(sendMessageAgain, step) },
    delete: { done: done.delete, run: (step) => change(deleteMessage, step) },
  },
  explain: (error) =>
    error instanceof UnavailableError
      ? "Its queue does not take it just now. Nothing is lost; please try again in a minute."
      : lookUpError(error).message,
  unstored: "It could not be stored just now. Nothing is lost.",
  hasWorstStatus: true,
});

async function change(
  run: typeof sendMessageAgain,
  { change: { id, actor }, db, scope }: Step<{ id: FailedMessageId }>,
): Promise<null> {
  await run(db, { id, actor }, scope);
  return null;
}

const everything = z.object({
  do: z.enum(["send-all", "delete-all"]),
  until: z.coerce.number().int().min(0),
  queue: z.string().max(64).default(""),
});

/**
 * Answers the forms of the list that change messages: some, or by `send-all` and `delete-all` those received `until` then, of the
 * `queue` that is named or of all.
 */
export async function answerMessages(fields: URLSearchParams, target: ListTarget) {
  const all = everything.safeParse(Object.fromEntries(fields)).data;
  return all ? changeAll(all, target) : answerSome(fields, target);
}

async function changeAll({ do: what, until, queue }: z.output<typeof everything>, { actor, scope }: ListTarget) {
  const db = openDb(scope.env.DB);
  const change = { until, queue: queue || null, actor };
  if (what === "delete-all") {
    const { deleted, undeleted } = await deleteAllMessages(db, change, scope);
    const why = "Somebody is sending them just now. Please look again in a minute.";
    return answerAll(
      "delete",
      deleted,
      undeleted === 0 ? [] : [{ name: `${countThings(undeleted, "message")} not deleted`, why }],
    );
  }
  const { sent, unsent, left } = await sendAllAgain(db, change, scope);
  const why = "Send each one by itself to see the reason, or try again in a minute.";
  return answerAll("send-again", sent, [
    ...(unsent > 0 ? [{ name: `${countThings(unsent, "message")} not sent`, why }] : []),
    ...(left > 0
      ? [{ name: `${countThings(left, "message")} not sent yet`, why: "Send all again for the next." }]
      : []),
  ]);
}

function answerAll(what: keyof typeof done, count: number, refused: ListOutcomeWords["refused"]) {
  const status = count === 0 && refused.length > 0 ? 409 : 200;
  const sentence = `${countThings(count, "message")} ${count === 1 ? "is" : "are"} ${done[what]}.`;
  return answerOutcome({ done: count === 0 ? null : sentence, refused, undo: [] }, status);
}

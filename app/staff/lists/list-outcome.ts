// Bundle: staff
import { data } from "react-router";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { lookUpError } from "#worker/lib/http/refusals.ts";

/** Answers a form that has changed records of a list, as the page's ListOutcome takes it. 409 where nothing was done. */
export function answerOutcome(
  outcome: ListOutcomeWords,
  status = outcome.done === null ? 409 : 200,
  refused?: Refusal,
) {
  return data({ outcome, refusedView: null, ...(refused && { refused }) }, { status });
}

/** The same for a form that has done nothing: what was not done, and why. With a refusal the frame may ask for a sign-in. */
export function refuseList(name: string, why: string, status: number, refused?: Refusal) {
  return answerOutcome({ done: null, refused: [{ name, why }], undo: [] }, status, refused);
}

export const unread = "The database did not answer. Please try again in a minute.";

/** Why a form about one thing was not done, by field too, and the status of its answer. */
export function explainRefusal(error: unknown) {
  const { status, message, fields } = lookUpError(error);
  const why = [...new Set(Object.values(fields).flat())].join(" ") || (message ?? "");
  return status < 500
    ? { why, status, fields }
    : { why: "It could not be stored just now. Please try again in a minute.", status: 503, fields };
}

/** To be thrown for a form that none of our pages has. */
export function refuseForm() {
  return data(null, { status: 400, statusText: "Bad Request" });
}

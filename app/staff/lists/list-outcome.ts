import { data } from "react-router";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";

/** Answers a form that has changed records of a list, as the page's ListOutcome takes it. 409 where nothing was done. */
export function answerOutcome(outcome: ListOutcomeWords, status = outcome.done === null ? 409 : 200) {
  return data({ outcome, refusedView: null }, { status });
}

/** The same for a form that has done nothing: what was not done, and why. */
export function refuseList(name: string, why: string, status: number) {
  return answerOutcome({ done: null, refused: [{ name, why }], undo: [] }, status);
}

/** To be thrown for a form that none of our pages has. */
export function refuseForm() {
  return data(null, { status: 400, statusText: "Bad Request" });
}

import { data } from "react-router";
import type { Refusal } from "#shared/pages/refusal.ts";
import { orOffline } from "#app/staff/lists/answer-offline.ts";

/** Where the network is gone the page stays, and says that nothing was done. */
export function answerFactorsOffline<Answer>(act: () => Promise<Answer>) {
  const problems = [{ message: "The site could not be reached. Check your connection and try again." }];
  return orOffline(act, () => data<Refusal>({ status: 0, title: "Nothing has changed", problems }, { status: 503 }));
}

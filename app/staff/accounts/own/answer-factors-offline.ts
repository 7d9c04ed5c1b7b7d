import { data, isRouteErrorResponse } from "react-router";
import type { Refusal } from "#shared/pages/refusal.ts";

/** Where the network is gone the page stays, and says that nothing was done. */
export async function answerFactorsOffline<Answer>(act: () => Promise<Answer>) {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    const message = "The site could not be reached. Check your connection and try again.";
    return data<Refusal>({ status: 0, title: "Nothing has changed", problems: [{ message }] }, { status: 503 });
  }
}

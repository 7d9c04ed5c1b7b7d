import { isRouteErrorResponse } from "react-router";

/** Where the network is gone the page stays, and says that nothing was done. */
export async function answerOffline<Answer>(act: () => Promise<Answer>) {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return { outcome: null, refusedView: "The site could not be reached. Nothing has been done; please try again." };
  }
}

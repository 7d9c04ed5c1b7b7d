import { data, isRouteErrorResponse } from "react-router";

/**
 * Where the network is gone the page stays, and says that nothing was done. The status keeps React Router from loading the
 * frame again, which would fail, too, and take the page away.
 */
export async function answerOffline<Answer>(act: () => Promise<Answer>) {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    const refusedView = "The site could not be reached. Nothing has been done; please try again.";
    return data({ outcome: null, refusedView }, { status: 503 });
  }
}

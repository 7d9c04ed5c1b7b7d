import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "react-router";

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

/** After a refused change a page is loaded again, so that it shows how things stand; not where nothing can be reached. */
export const reloadsWhenReached = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== 503;

// Bundle: staff
import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "react-router";

/** The answer of `act` or, where the network is gone, of `explain`: the page stays, with everything that was typed. */
export async function orOffline<Answer, Refused>(act: () => Promise<Answer>, explain: () => Refused) {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return explain();
  }
}

/**
 * Says that nothing was done. The status keeps React Router from loading the frame again, which would fail, too, and take
 * the page away.
 */
export function answerOffline<Answer>(act: () => Promise<Answer>) {
  const refusedView = "The site could not be reached. Nothing has been done; please try again.";
  return orOffline(act, () => data({ outcome: null, refusedView }, { status: 503 }));
}

/** After a refused change a page is loaded again, so that it shows how things stand; not where nothing can be reached. */
export const reloadsWhenReached = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== 503;

import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/atom.ts";
import { answerFeed } from "./answer-feed.ts";

export const handle = { cache: "public", tags: ["insights"] } satisfies RouteHandle;

/** The newest articles for feed readers. */
export function loader({ context, request }: Route.LoaderArgs) {
  return answerFeed("Atom", request, context.get(requestScope));
}

import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/atom.ts";
import { answerFeed } from "./make-feed.ts";

/** The newest articles for feed readers. */
export function loader({ context, request }: Route.LoaderArgs) {
  return answerFeed("Atom", context.get(requestScope), request);
}

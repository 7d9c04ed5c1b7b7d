import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/json-feed.ts";
import { answerFeed } from "./make-feed.ts";

/** The newest articles for feed readers. */
export function loader({ context, request }: Route.LoaderArgs) {
  return answerFeed("JSON Feed", context.get(requestScope), request);
}

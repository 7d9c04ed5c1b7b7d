import { loadCached } from "#app/client/query-client.client.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/authors.ts";
import { page } from "../page.ts";
import { answerTopics } from "./answer-topics.ts";
import { loadTopics } from "./load-topics.ts";
import { topicWords } from "./topic-lists.ts";
import { TopicView } from "./topic-view.tsx";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader(args: Route.LoaderArgs) {
  return loadTopics("author", args);
}

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ page: found }) => found !== null);
}
clientLoader.hydrate = true as const;

export function action(args: Route.ActionArgs) {
  return answerTopics("author", args);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta({ ...page, name: topicWords.author.title });

export default function Authors({ loaderData, actionData }: Route.ComponentProps) {
  return <TopicView topics={loaderData} answer={actionData} />;
}

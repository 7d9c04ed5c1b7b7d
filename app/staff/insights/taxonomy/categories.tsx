import { loadCached } from "#app/client/query-client.client.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/categories.ts";
import { page } from "../page.ts";
import { answerTopics } from "./answer-topics.ts";
import { loadTopics } from "./load-topics.ts";
import { topicWords } from "./topic-lists.ts";
import { TopicView } from "./topic-view.tsx";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader(args: Route.LoaderArgs) {
  return loadTopics("category", args);
}

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ page: found }) => found !== null);
}
clientLoader.hydrate = true as const;

export function action(args: Route.ActionArgs) {
  return answerTopics("category", args);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta({ ...page, name: topicWords.category.title });

export default function Categories({ loaderData, actionData }: Route.ComponentProps) {
  return <TopicView topics={loaderData} answer={actionData} />;
}

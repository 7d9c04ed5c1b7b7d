import { loadCached } from "#app/client/query-client.client.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/talent-admin.ts";
import { answerHub } from "./answer-hub.ts";
import { Hub } from "./hub.tsx";
import { keepFrame, keepHub } from "./keep-hub.ts";
import { loadHub } from "./load-hub.ts";
import { page } from "./talent-page.ts";
import { talentQueues } from "./queues/hubs.ts";

export const middleware = [requirePermission(page.permission)];

export const clientMiddleware = [keepFrame];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export const loader = (args: Route.LoaderArgs) => loadHub(talentQueues, args);

export const action = (args: Route.ActionArgs) => answerHub(talentQueues, args);

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, keepHub({ request, serverLoader }), ({ queues }) => queues !== null);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(page);

export default function TalentAdmin({ loaderData, actionData }: Route.ComponentProps) {
  return <Hub page={page} {...loaderData} answer={actionData} />;
}

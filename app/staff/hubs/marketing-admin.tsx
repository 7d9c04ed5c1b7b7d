import { loadCached } from "#app/client/query-client.client.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { NewArticle } from "#app/staff/blog/new-article.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { readNew } from "#worker/contact/list-enquiries.ts";
import { openDb } from "#worker/db/client.ts";
import { readPostWork } from "#worker/insights/list-for-staff.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/marketing-admin.ts";
import { answerHub } from "./answer-hub.ts";
import { Hub } from "./hub.tsx";
import { page } from "./marketing-page.ts";
import { readRoleless } from "./read-roleless.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const { roles } = context.get(staffContext);
  const scope = context.get(requestScope);
  return answerHub(roles, scope, async () => {
    const db = openDb(scope.env.DB);
    const [roleless, fresh, posts] = await Promise.all([
      readRoleless(db, { roles }),
      readNew(db),
      readPostWork(db, { now: now() }),
    ]);
    return { roleless, fresh, posts };
  });
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ figures }) => figures !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta(page);

export default function MarketingAdmin({ loaderData }: Route.ComponentProps) {
  return <Hub page={page} {...loaderData} actions={<NewArticle />} />;
}

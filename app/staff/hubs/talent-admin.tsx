import { loadCached } from "#app/client/query-client.client.ts";
import { may } from "#app/shared/permissions.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { countMentions, countUnopened } from "#worker/applications/count-applications.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/talent-admin.ts";
import { answerHub } from "./answer-hub.ts";
import { Hub } from "./hub.tsx";
import { page } from "./talent-page.ts";
import { readRoleless } from "./read-roleless.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const { roles, user } = context.get(staffContext);
  const scope = context.get(requestScope);
  return answerHub(roles, scope, async () => {
    const db = openDb(scope.env.DB);
    const [roleless, unopened, mentioned] = await Promise.all([
      readRoleless(db, { roles }),
      may(roles, "applications.read") ? countUnopened(db) : null,
      may(roles, "applications.read") ? countMentions(db, user.id as UserId) : null,
    ]);
    if (unopened === null || mentioned === null) return { roleless };
    return { roleless, applications: { unopened, mentioned } };
  });
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ figures }) => figures !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta(page);

export default function TalentAdmin({ loaderData }: Route.ComponentProps) {
  return <Hub page={page} {...loaderData} />;
}

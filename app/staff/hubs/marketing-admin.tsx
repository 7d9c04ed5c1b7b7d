import { loadCached } from "#app/client/query-client.ts";
import { requirePage } from "#app/staff/guard.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { readNew } from "#worker/contact/list-enquiries.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/marketing-admin.ts";
import { answerHub } from "./answer-hub.ts";
import { Hub } from "./hub.tsx";
import { readRoleless } from "./read-roleless.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { roles } = requirePage(context, "/marketing-admin");
  const scope = context.get(requestScope);
  return answerHub(roles, scope, async () => {
    const db = openDb(scope.env.DB);
    const [roleless, fresh] = await Promise.all([readRoleless(db, { roles }), readNew(db)]);
    return { roleless, fresh };
  });
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ figures }) => figures !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta("/marketing-admin");

export default function MarketingAdmin({ loaderData }: Route.ComponentProps) {
  return <Hub page="/marketing-admin" {...loaderData} />;
}

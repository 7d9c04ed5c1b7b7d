import { loadCached } from "#app/client/query-client.ts";
import { requirePage } from "#app/staff/guard.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/talent-admin.ts";
import { answerHub } from "./answer-hub.ts";
import { Hub } from "./hub.tsx";
import { readRoleless } from "./read-roleless.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { roles } = requirePage(context, "/talent-admin");
  const scope = context.get(requestScope);
  return answerHub(roles, scope, async () => ({ roleless: await readRoleless(openDb(scope.env.DB), { roles }) }));
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ figures }) => figures !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta("/talent-admin");

export default function TalentAdmin({ loaderData }: Route.ComponentProps) {
  return <Hub page="/talent-admin" {...loaderData} />;
}

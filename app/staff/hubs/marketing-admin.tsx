import { requirePage } from "#app/staff/guard.ts";
import { describePage } from "#app/staff/staff-pages.ts";
import { readNew } from "#worker/contact/list-enquiries.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/marketing-admin.ts";
import { Hub } from "./hub.tsx";
import { readRoleless } from "./read-roleless.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { roles } = requirePage(context, "/marketing-admin");
  const [roleless, fresh] = await Promise.all([
    readRoleless(context, roles),
    readNew(openDb(context.get(requestScope).env.DB)),
  ]);
  return { roles, roleless, fresh };
}

export const meta = () => describePage("/marketing-admin");

export default function MarketingAdmin({ loaderData }: Route.ComponentProps) {
  return <Hub page="/marketing-admin" {...loaderData} />;
}

import { requirePage } from "#app/staff/guard.ts";
import { describePage } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/marketing-admin.ts";
import { Hub } from "./hub.tsx";
import { readRoleless } from "./read-roleless.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { roles } = requirePage(context, "/marketing-admin");
  return { roles, roleless: await readRoleless(context, roles) };
}

export const meta = () => describePage("/marketing-admin");

export default function MarketingAdmin({ loaderData }: Route.ComponentProps) {
  return <Hub page="/marketing-admin" {...loaderData} />;
}

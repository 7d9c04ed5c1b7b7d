import { requirePage } from "#app/staff/guard.ts";
import { describePage } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/talent-admin.ts";
import { Hub } from "./hub.tsx";
import { readRoleless } from "./read-roleless.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { roles } = requirePage(context, "/talent-admin");
  return { roles, roleless: await readRoleless(context, roles) };
}

export const meta = () => describePage("/talent-admin");

export default function TalentAdmin({ loaderData }: Route.ComponentProps) {
  return <Hub page="/talent-admin" {...loaderData} />;
}

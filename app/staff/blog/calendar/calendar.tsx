import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
export const middleware = [requirePermission("posts.edit")];
export const handle = { cache: "private" } satisfies RouteHandle;
export function loader() {
  return null;
}

import { data, redirect } from "react-router";
import { chooseHomePath, staffRoot } from "#shared/accounts/home-path.ts";
import { may } from "#shared/permissions.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import type { Route } from "./+types/admin.ts";
import { denyAccess, requireSignedIn, staffContext } from "./guard.ts";
import { findStaffPage, staffPages } from "./staff-pages.ts";

export const middleware = [requireSignedIn()];

export const handle = { cache: "private" } satisfies RouteHandle;

/**
 * /admin redirects to the caller's home path and /admin/<page> to that page, which has its own guard. Other paths are
 * not found, but only signed-in users see that.
 */
export function loader({ context, params, url }: Route.LoaderArgs): never {
  const caller = context.get(staffContext);
  const rest = params["*"].replace(/(?<!\/)\/+$/, "");
  if (rest === "") {
    const homePath = chooseHomePath(caller.roles);
    const first = staffPages.find(({ permission }) => may(caller.roles, permission))?.path;
    const target = homePath === staffRoot ? first : homePath;
    throw target ? redirect(target) : denyAccess(caller);
  }
  const page = findStaffPage(`/${rest}`);
  throw page ? redirect(page.path + url.search) : data(null, { status: 404, statusText: "Not Found" });
}

export default function Admin() {
  return null;
}

import { data, redirect } from "react-router";
import { callerContext } from "#worker/accounts/caller.ts";
import { homePathFor, rolelessHomePath } from "#app/shared/home-path.ts";
import type { Route } from "./+types/admin.ts";
import { denyAccess, requireSignedIn } from "./guard.ts";
import { findStaffPage } from "./staff-pages.ts";

/**
 * /admin redirects to the caller's home path and /admin/<page> to that page, which has its own guard. Other paths are
 * not found, but only signed-in users are told so.
 */
export function loader({ context, params }: Route.LoaderArgs): never {
  const { roles } = requireSignedIn(context);
  const { url } = context.get(callerContext);
  const rest = params["*"].replace(/\/+$/, "");
  if (rest === "") {
    const homePath = homePathFor(roles);
    throw homePath === rolelessHomePath ? denyAccess() : redirect(homePath);
  }
  const page = findStaffPage(`/${rest}`);
  throw page ? redirect(page + url.search) : data(null, { status: 404, statusText: "Not Found" });
}

export default function Admin() {
  return null;
}

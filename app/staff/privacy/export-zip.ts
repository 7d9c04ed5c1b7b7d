import { redirect } from "react-router";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { exportZip } from "#worker/privacy/export-zip.ts";
import type { Route } from "./+types/export-zip.ts";
import { answerExport } from "./answer-export.ts";

export const middleware = [requirePermission("privacy.erase")];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** Only the page's form asks for a file. */
export function loader() {
  return redirect("/privacy-requests");
}

/** What is held under the posted address, with the files, as a ZIP. */
export function action(args: Route.ActionArgs) {
  return answerExport({ ...args, make: exportZip, type: "application/zip", ending: "zip" });
}

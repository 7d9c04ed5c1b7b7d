import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Coming } from "#app/staff/coming.tsx";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { page } from "./page.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

/** Without a loader the browser would not ask the server for this page, and no guard would run. */
export function loader() {
  return null;
}

export const meta = () => buildPageMeta(page);

const parts = [
  { name: "Open roles", text: "Where each one is, what it pays and when it closes." },
  { name: "Drafts", text: "Roles that are being written or wait for somebody." },
  { name: "Closed", text: "Roles that are filled or withdrawn, with the date." },
];

export default function JobManagement() {
  return (
    <Coming
      page={page}
      art="boxes"
      title="No editor yet"
      parts={parts}
      action={
        <Link className={nameButton()} to="/careers" reloadDocument>
          Open Careers
        </Link>
      }
    >
      Roles for the Careers page will be written, opened and closed here. Those that are open now can be read on the
      site.
    </Coming>
  );
}

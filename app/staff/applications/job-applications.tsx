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
  { name: "Board", text: "One column for each stage, from new to hired." },
  { name: "Scorecards", text: "What each reviewer thinks, hidden until you have written yours." },
  { name: "Letters", text: "Invitations and refusals, from templates." },
];

export default function JobApplications() {
  return (
    <Coming
      page={page}
      art="cloud"
      title="No applications yet"
      parts={parts}
      action={
        <Link className={nameButton()} to="/job-management">
          Open job management
        </Link>
      }
    >
      Applications for open roles will arrive here, newest first. Applying is not part of the site yet.
    </Coming>
  );
}

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
  { name: "Drafts", text: "What is being written, by whom, and when it was last saved." },
  { name: "Calendar", text: "What is scheduled, and for which day and time zone." },
  { name: "Published", text: "What readers see, with its figures." },
  { name: "Covers", text: "Pictures drawn from a motif, a colour and a seed." },
];

export default function BlogManagement() {
  return (
    <Coming
      page={page}
      art="rings"
      title="No editor yet"
      parts={parts}
      action={
        <Link className={nameButton()} to="/insights" reloadDocument>
          Open Insights
        </Link>
      }
    >
      Articles for Insights will be written, scheduled and published here. Those that are there now can be read on the
      site.
    </Coming>
  );
}

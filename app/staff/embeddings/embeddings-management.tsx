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
  { name: "Index", text: "Which pages and articles the search knows, and since when." },
  { name: "Runs", text: "What is being read now, how far it has come, and what failed." },
  { name: "Queries", text: "What a search finds, word by word and by meaning, side by side." },
];

export default function EmbeddingsManagement() {
  return (
    <Coming
      page={page}
      art="orbit"
      title="Nothing indexed yet"
      parts={parts}
      action={
        <Link className={nameButton()} to="/marketing-admin">
          Open Marketing Admin
        </Link>
      }
    >
      What the site search has indexed, and when, will be shown here. Search is not part of the site yet.
    </Coming>
  );
}

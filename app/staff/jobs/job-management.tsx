import { emptyArt } from "#app/staff/art.ts";
import { requirePage } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { Empty } from "#app/ui/empty.tsx";
import type { Route } from "./+types/job-management.ts";

export function loader({ context }: Route.LoaderArgs) {
  requirePage(context, "/job-management");
  return null;
}

export const meta = () => buildPageMeta("/job-management");

export default function JobManagement() {
  return (
    <>
      <PageHead title="Job management" />
      <Empty title="No roles yet" art={emptyArt["/job-management"]}>
        Open roles for the Careers page will be kept here. Posting roles is not part of the site yet.
      </Empty>
    </>
  );
}

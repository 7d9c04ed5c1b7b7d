import { emptyArt } from "#app/staff/art.ts";
import { requirePage } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { Empty } from "#app/ui/empty.tsx";
import type { Route } from "./+types/job-applications.ts";

export function loader({ context }: Route.LoaderArgs) {
  requirePage(context, "/job-applications");
  return null;
}

export const meta = () => buildPageMeta("/job-applications");

export default function JobApplications() {
  return (
    <>
      <PageHead title="Job applications" />
      <Empty title="No applications yet" art={emptyArt["/job-applications"]}>
        Applications for open roles will arrive here, newest first. Applying is not part of the site yet.
      </Empty>
    </>
  );
}

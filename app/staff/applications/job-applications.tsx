import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Coming } from "#app/staff/coming.tsx";
import { requirePage } from "#app/staff/guard.ts";
import { describePage } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/job-applications.ts";

export function loader({ context }: Route.LoaderArgs) {
  requirePage(context, "/job-applications");
  return null;
}

export const meta = () => describePage("/job-applications");

const parts = [
  { name: "Board", text: "One column for each stage, from new to hired." },
  { name: "Scorecards", text: "What each reviewer thinks, hidden until you have written yours." },
  { name: "Letters", text: "Invitations and refusals, from templates." },
];

export default function JobApplications() {
  return (
    <Coming
      page="/job-applications"
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

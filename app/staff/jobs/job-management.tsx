import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Coming } from "#app/staff/coming.tsx";
import { requirePage } from "#app/staff/guard.ts";
import { describePage } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/job-management.ts";

export function loader({ context }: Route.LoaderArgs) {
  requirePage(context, "/job-management");
  return null;
}

export const meta = () => describePage("/job-management");

const parts = [
  { name: "Open roles", text: "Where each one is, what it pays and when it closes." },
  { name: "Drafts", text: "Roles that wait for a word from somebody." },
  { name: "Closed", text: "Roles that are filled or withdrawn, with the date." },
];

export default function JobManagement() {
  return (
    <Coming
      page="/job-management"
      title="No roles yet"
      parts={parts}
      action={
        <Link className={nameButton()} to="/careers" reloadDocument>
          Open Careers
        </Link>
      }
    >
      Open roles for the Careers page will be kept here. Posting roles is not part of the site yet.
    </Coming>
  );
}

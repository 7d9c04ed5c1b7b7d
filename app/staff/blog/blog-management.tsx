import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Coming } from "#app/staff/coming.tsx";
import { requirePage } from "#app/staff/guard.ts";
import { describePage } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/blog-management.ts";

export function loader({ context }: Route.LoaderArgs) {
  requirePage(context, "/blog-management");
  return null;
}

export const meta = () => describePage("/blog-management");

const parts = [
  { name: "Drafts", text: "What is being written, by whom, and when it was last saved." },
  { name: "Calendar", text: "What is scheduled, and for which day and time zone." },
  { name: "Published", text: "What readers see, with its figures." },
  { name: "Covers", text: "Pictures drawn from a motif, a colour and a seed." },
];

export default function BlogManagement() {
  return (
    <Coming
      page="/blog-management"
      title="No articles yet"
      parts={parts}
      action={
        <Link className={nameButton()} to="/insights" reloadDocument>
          Open Insights
        </Link>
      }
    >
      Articles for Insights will be written, scheduled and published here. Publishing is not part of the site yet.
    </Coming>
  );
}

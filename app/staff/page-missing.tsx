import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { PageHead } from "./page-head.tsx";
import "./recipes.ts";

/** The page for an unknown address under /admin. */
export function PageMissing() {
  return (
    <>
      <PageHead title="Page not found">
        No staff page has this address. The menu shows those that you can open.
      </PageHead>
      <div className="staff-actions">
        <Link className={nameButton()} to="/" reloadDocument>
          Go to the home page
        </Link>
      </div>
    </>
  );
}

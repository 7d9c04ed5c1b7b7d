import { Link } from "react-router";
import type { Role } from "#app/shared/permissions.ts";
import { PageHead } from "./page-head.tsx";

/** For somebody who is signed in without a role that opens the page. */
export function AccessDenied({ roles }: { roles: readonly Role[] }) {
  return (
    <>
      <PageHead title="Access Denied">You don't have permission to access this page.</PageHead>
      <p className="staff-text">
        {roles.length > 0
          ? "An administrator can give your account the role it needs. The menu shows the pages that it opens today."
          : "Your account has no role yet. Once an administrator has given it one, the menu shows the pages that it opens."}
      </p>
      <div className="staff-actions">
        <Link className="btn btn-outline btn-small" to="/" reloadDocument>
          Go to the home page
        </Link>
      </div>
    </>
  );
}

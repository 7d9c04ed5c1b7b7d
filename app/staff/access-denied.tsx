import { Link } from "react-router";
import { PageHead } from "./page-head.tsx";
import { SignOutForm } from "./sign-out-form.tsx";

/** For somebody who is signed in without a role that opens the page. */
export function AccessDenied() {
  return (
    <>
      <PageHead title="Access Denied">You don't have permission to access this page.</PageHead>
      <p className="staff-text">
        An administrator can give your account the role it needs. The menu shows the pages that it opens today.
      </p>
      <div className="staff-actions">
        <Link className="btn btn-outline btn-small" to="/" reloadDocument>
          Go to the home page
        </Link>
        <SignOutForm />
      </div>
    </>
  );
}

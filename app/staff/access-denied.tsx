import { Link, useLocation } from "react-router";
import type { Role } from "#app/shared/permissions.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { PageHead } from "./page-head.tsx";

interface AccessDeniedProps {
  roles: readonly Role[];
  /** The roles could not be read just now. */
  rolesUnread: boolean;
}

/** For a signed-in user without a role that may open the page. */
export function AccessDenied({ roles, rolesUnread }: AccessDeniedProps) {
  const { pathname, search } = useLocation();
  return (
    <>
      <PageHead title="Access Denied">You don't have permission to access this page.</PageHead>
      <p className="staff-text">{rolesUnread ? unread : roles.length > 0 ? lacking : roleless}</p>
      <div className="staff-actions">
        {rolesUnread && (
          <Link className={nameButton({ kind: "primary" })} to={pathname + search} reloadDocument>
            Try again
          </Link>
        )}
        <Link className={nameButton()} to="/" reloadDocument>
          Go to the home page
        </Link>
      </div>
    </>
  );
}

const unread = "Your roles could not be read just now, so every page is closed to you. You are still signed in.";
const lacking =
  "An administrator can give your account the role it needs. The menu shows the pages that it opens today.";
const roleless =
  "Your account has no role yet. Once an administrator has given it one, the menu shows the pages that it opens.";

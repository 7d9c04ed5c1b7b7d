import { useState } from "react";
import { Link, useLocation } from "react-router";
import type { Role } from "#shared/permissions.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { KitTextArea } from "#app/staff-kit/field.tsx";
import { PageHead } from "./page-head.tsx";
import { listUnsaved } from "./unsaved.ts";
import "./recipes.ts";

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
      <UnsavedTexts />
    </>
  );
}

/** What was typed on the page that this one replaces, for example after a role was taken away. */
function UnsavedTexts() {
  const [texts] = useState(listUnsaved);
  if (texts.length === 0) return null;
  return (
    <section className="staff-unsaved: grid gap-12px max-w-65ch mt-20px" aria-labelledby="unsaved">
      <h2 id="unsaved">What you typed is not saved</h2>
      <p className="staff-text">Copy what you need before you leave this page.</p>
      {texts.map(({ id, label, text }) => (
        <KitTextArea key={id} label={label} readOnly rows={4} value={text} />
      ))}
    </section>
  );
}

const unread = "Your roles could not be read just now, so every page is closed to you. You are still signed in.";
const lacking =
  "An administrator can give your account the role it needs. The menu shows the pages that it opens today.";
const roleless =
  "Your account has no role yet. Once an administrator has given it one, the menu shows the pages that it opens.";

import type { MouseEvent } from "react";
import { Link, NavLink } from "react-router";
import { brand } from "#app/content/brand.ts";
import { formatRole } from "#shared/accounts/format-role.ts";
import { Avatar } from "#app/staff-kit/tag.tsx";
import { LogoMark } from "#app/ui/logo-mark.tsx";
import { accountPath } from "#app/staff/accounts/own/account-forms.ts";
import type { StaffFrameProps } from "./frame.tsx";
import { SignOutForm } from "./sign-out-form.tsx";
import { listAreas, staffPages } from "./staff-pages.ts";

/**
 * The navigation, with only the pages that the caller's roles may open. On a narrow screen it is a popover, so that the
 * browser opens and closes it without script. On a wide one CSS keeps it visible.
 */
export function SideMenu({
  session,
  name,
  picture,
  rolesUnread,
  waiting,
}: Required<Pick<StaffFrameProps, "session" | "name" | "picture" | "rolesUnread" | "waiting">>) {
  return (
    <aside className="staff-side" id="staff-menu" popover="auto" aria-label="Staff menu">
      <Link className="staff-logo" to="/" reloadDocument aria-label={`${brand.name}, public site`}>
        <LogoMark />
        <span>{brand.name}</span>
      </Link>
      <nav aria-label="Staff pages">
        {listAreas(session.roles).map(({ area, pages }) => (
          <div key={area} className="staff-area">
            <h2 id={`area-${area}`}>{area}</h2>
            <ul aria-labelledby={`area-${area}`}>
              {pages.map(({ path, name, icon }) => (
                <li key={path}>
                  <NavLink className="staff-pill" to={path} end={hasPagesBelow(path)} onClick={closeMenu}>
                    <span className={`kit-icon ${icon}`} aria-hidden="true" />
                    {name}
                  </NavLink>
                  {Boolean(waiting[path]) && (
                    <p className="staff-count">
                      {waiting[path]} <span className="kit-unseen">waiting</span>
                    </p>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Me {...{ session, name, picture, rolesUnread }} />
    </aside>
  );
}

/** Who is signed in, in which role, with the link to their account and the sign-out. */
function Me({
  session: { user, roles },
  name,
  picture,
  rolesUnread,
}: Pick<StaffFrameProps, "session" | "name" | "picture" | "rolesUnread">) {
  const role = roles.map(formatRole).join(", ") || (rolesUnread ? "Roles not read" : "No role yet");
  return (
    <div className="staff-me">
      <NavLink className="staff-me-link" to={accountPath} onClick={closeMenu}>
        <Avatar name={name ?? user.email} picture={picture} size="large" />
        <span className="kit-unseen">Your account: </span>
        <b title={user.email}>{name ?? user.email}</b>
        <span title={role}>{role}</span>
      </NavLink>
      <SignOutForm />
    </div>
  );
}

/** True for a page with pages below it: it is marked as current only on its own path. */
function hasPagesBelow(path: string): boolean {
  return staffPages.some((other) => other.path.startsWith(`${path}/`));
}

/** A client navigation does not close the popover, so this does. */
function closeMenu(event: MouseEvent<HTMLElement>) {
  event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
}

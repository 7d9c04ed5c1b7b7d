import type { MouseEvent } from "react";
import { Link, NavLink } from "react-router";
import { brand } from "#app/content/brand.ts";
import { type StaffPage, staffPages } from "#app/shared/permissions.ts";
import { Avatar } from "#app/staff-kit/tag.tsx";
import { LogoMark } from "#app/ui/logo-mark.tsx";
import type { StaffFrameProps } from "./frame.tsx";
import { SignOutForm } from "./sign-out-form.tsx";
import { listAreas, nameRole, pageNotes } from "./staff-pages.ts";

/**
 * The navigation, with the pages that the caller's roles open and no others. On a narrow screen it is a popover, so
 * that the browser opens and closes it without script; on a wide one the stylesheet keeps it in view.
 */
export function SideMenu({
  session,
  rolesUnread,
  waiting,
}: Pick<StaffFrameProps, "session" | "rolesUnread" | "waiting">) {
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
              {pages.map((page) => (
                <li key={page}>
                  <NavLink className="staff-pill" to={page} end={hasPagesBelow(page)} onClick={closeMenu}>
                    <span className={`staff-icon${page.replaceAll("/", "-")}`} aria-hidden="true" />
                    {pageNotes[page].name}
                  </NavLink>
                  {Boolean(waiting[page]) && (
                    <p className="staff-count">
                      {waiting[page]} <span className="kit-unseen">to be taken up</span>
                    </p>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Me session={session} rolesUnread={rolesUnread} />
    </aside>
  );
}

/** Who is signed in, in which role, and the way out. */
function Me({ session: { user, roles }, rolesUnread }: Pick<StaffFrameProps, "session" | "rolesUnread">) {
  const role = roles.map(nameRole).join(", ") || (rolesUnread ? "Roles not read" : "No role yet");
  return (
    <div className="staff-me">
      <Avatar name={user.email} isLarge />
      <p>
        <b title={user.email}>{user.email}</b>
        <span title={role}>{role}</span>
      </p>
      <SignOutForm />
    </div>
  );
}

/** Such a page is current by itself alone, not when one below it is. */
function hasPagesBelow(page: StaffPage): boolean {
  return staffPages.some((other) => other.startsWith(`${page}/`));
}

/** Following a link leaves the document in place, and so an open menu too. */
function closeMenu(event: MouseEvent<HTMLElement>) {
  event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
}

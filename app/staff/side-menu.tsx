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
import "./recipes.ts";

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
    <aside
      // On narrow screens the menu is a popover. On wide screens the browser's default popover styles are reset.
      className="staff-side: sticky inset-auto top-0 flex flex-col gap-16px w-auto h-100svh m-0 p-[14px_10px_10px] overflow-y-auto text-ink bg-surface border-0 [&_nav]:grid [&_nav]:gap-16px lt-md:fixed lt-md:top-0 lt-md:right-auto lt-md:bottom-0 lt-md:left-0 lt-md:w-[min(320px,_100vw_-_56px)] lt-md:text-15 lt-md:border-r-1px-line lt-md:[&:not(:popover-open)]:hidden lt-md:backdrop:bg-scrim"
      id="staff-menu"
      popover="auto"
      aria-label="Staff menu"
    >
      <Link className="staff-logo" to="/" reloadDocument aria-label={`${brand.name}, public site`}>
        <LogoMark />
        <span>{brand.name}</span>
      </Link>
      <nav aria-label="Staff pages">
        {listAreas(session.roles).map(({ area, pages }) => (
          <div key={area} className="staff-area: [&_ul]:grid [&_ul]:gap-1px [&_li]:relative">
            <h2 id={`area-${area}`}>{area}</h2>
            <ul aria-labelledby={`area-${area}`}>
              {pages.map(({ path, name, icon }) => (
                <li key={path}>
                  <NavLink
                    className="staff-pill: flex gap-10px items-center min-h-34px p-[0_12px] text-ink-2 font-500 leading-1.125rem whitespace-nowrap rounded-full focus-visible:rounded-full focus-visible:outline-offset-[-3px] hover:text-ink hover:bg-surface-2 aria-[current]:text-on-primary aria-[current]:bg-primary lt-md:min-h-44px forced:aria-[current]:[outline:2px_solid]"
                    to={path}
                    end={hasPagesBelow(path)}
                    onClick={closeMenu}
                  >
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
    <div className="staff-me: grid grid-cols-[minmax(0,_1fr)_auto] gap-4px items-center mt-auto pt-4px text-13 leading-1.0625rem">
      <NavLink
        className="staff-me-link: grid grid-cols-[28px_minmax(0,_1fr)] gap-x-9px items-center min-h-44px p-[4px_10px] rounded-full hover:bg-surface-2 aria-[current]:bg-surface-2 focus-visible:rounded-full focus-visible:outline-offset-[-3px] [&>span:last-child]:text-ink-2"
        to={accountPath}
        onClick={closeMenu}
      >
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

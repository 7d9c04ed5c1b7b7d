import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { Session } from "#app/client/session-client.ts";
import { goToTarget } from "#app/ui/go-to-target.ts";
import { RouteProgress } from "#app/ui/route-progress.tsx";
import { ThemeButton } from "#app/ui/theme-button.tsx";
import { useFocusOnPageChange } from "#app/ui/use-page-change.ts";
import { SideMenu } from "./side-menu.tsx";
import { SignOutForm } from "./sign-out-form.tsx";
import type { StaffPage } from "./staff-page.ts";
import { findStaffPage } from "./staff-pages.ts";
import { useStaffSession } from "./use-staff-session.ts";
import "./frame.css";

interface StaffFrameProps {
  session: Session;
  /** When the server rendered this page, in epoch seconds. */
  serverNow: number;
  /** True when the session's roles could not be read. */
  rolesUnread: boolean;
  children: ReactNode;
}

/** The frame around every staff page: side menu, top bar and content. */
export function StaffFrame({ session, serverNow, rolesUnread, children }: StaffFrameProps) {
  useStaffSession(session, serverNow);
  const { pathname } = useLocation();
  const work = useFocusOnPageChange();
  // A path without an entry of its own, such as one enquiry, belongs to its parent page.
  const page = findStaffPage(pathname) ?? findStaffPage(pathname.replace(/\/[^/]+\/?$/, ""));
  return (
    <div className="staff">
      <a className="skip btn btn-primary" href="#work" onClick={goToTarget}>
        Skip to content
      </a>
      <SideMenu session={session} rolesUnread={rolesUnread} />
      <div className="staff-sheet">
        <RouteProgress />
        <header className="staff-top">
          <button type="button" className="icon-btn staff-burger" popoverTarget="staff-menu" aria-label="Menu">
            <span className="staff-icon-menu" aria-hidden="true" />
          </button>
          <p className="staff-where">{page ? <Whereabouts page={page} /> : "Staff"}</p>
          <p className="staff-who">{session.user.email}</p>
          <ThemeButton />
          <SignOutForm />
        </header>
        <main ref={work} className="staff-work" id="work" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

function Whereabouts({ page: { area, name } }: { page: StaffPage }) {
  return (
    <>
      <span>{area} / </span>
      {name}
    </>
  );
}

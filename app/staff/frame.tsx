import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { brand } from "#app/content/brand.ts";
import type { StaffPage } from "#app/shared/permissions.ts";
import type { Session } from "#app/client/session-client.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Palette, PaletteButton } from "#app/staff-kit/palette.tsx";
import { ShortcutSheet } from "#app/staff-kit/shortcut-sheet.tsx";
import { ToastRegion } from "#app/staff-kit/toast-region.tsx";
import { goToTarget } from "#app/ui/go-to-target.ts";
import { LogoMark } from "#app/ui/logo-mark.tsx";
import { RouteProgress } from "#app/ui/route-progress.tsx";
import { ThemeButton } from "#app/ui/theme-button.tsx";
import { useFocusOnPageChange } from "#app/ui/use-page-change.ts";
import { SideMenu } from "./side-menu.tsx";
import { findStaffPage, listAreas, pageNotes } from "./staff-pages.ts";
import { useStaffSession } from "./use-staff-session.ts";
import "#app/staff-kit/kit.css";
import "./frame.css";

export interface StaffFrameProps {
  session: Session;
  /** Epoch seconds at which the server made this page. */
  serverNow: number;
  /** The session's roles are not known: they could not be read. */
  rolesUnread: boolean;
  /** How much work waits on a page. */
  waiting: Partial<Record<StaffPage, number>>;
  children: ReactNode;
}

/** What surrounds every staff page: the menu at the side, the bar on top, the sheet that holds the work. */
export function StaffFrame({ session, serverNow, rolesUnread, waiting, children }: StaffFrameProps) {
  useStaffSession(session, serverNow);
  const { pathname } = useLocation();
  const work = useFocusOnPageChange();
  // What has no page of its own, such as one enquiry, stands under its parent.
  const page = findStaffPage(pathname) ?? findStaffPage(pathname.replace(/\/[^/]+\/?$/, ""));
  return (
    <div className="staff">
      <a className="skip btn btn-primary" href="#work" onClick={goToTarget}>
        Skip to content
      </a>
      <SideMenu session={session} rolesUnread={rolesUnread} waiting={waiting} />
      <div className="staff-sheet">
        <RouteProgress />
        <header className="staff-top">
          <button type="button" className="icon-btn staff-burger" popoverTarget="staff-menu" aria-label="Menu">
            <Icon name="menu" />
          </button>
          <Link className="staff-logo staff-top-logo" to="/" reloadDocument aria-label={`${brand.name}, public site`}>
            <LogoMark />
            <span>{brand.name}</span>
          </Link>
          <p className="staff-where">{page ? <Whereabouts page={page} /> : "Staff"}</p>
          <PaletteButton />
          <ShortcutSheet />
          <ThemeButton />
        </header>
        <main ref={work} className="staff-work" id="work" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Palette pages={listPalettePages(session)} />
      <ToastRegion />
    </div>
  );
}

/** The pages that the session opens, as the palette lists them. */
function listPalettePages({ roles }: Session) {
  return listAreas(roles).flatMap(({ area, pages }) =>
    pages.map((page) => ({ to: page, name: pageNotes[page].name, note: area })),
  );
}

function Whereabouts({ page }: { page: StaffPage }) {
  const { area, name } = pageNotes[page];
  return (
    <>
      <span>{area} / </span>
      {name}
    </>
  );
}

import type { ReactNode } from "react";
import { Link, useLocation, useMatches } from "react-router";
import { brand } from "#app/content/brand.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import type { Session } from "#app/client/session-client.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Palette, PaletteButton } from "#app/staff-kit/palette.tsx";
import { type PaletteGroup, usePaletteSource } from "#app/staff-kit/palette-sources.ts";
import { ShortcutSheet } from "#app/staff-kit/shortcut-sheet.tsx";
import { ToastRegion } from "#app/staff-kit/toast-region.tsx";
import { useSinglePress } from "#app/staff-kit/use-single-press.ts";
import { goToTarget } from "#app/ui/go-to-target.ts";
import { TimeZone } from "#app/ui/local-time.tsx";
import { LogoMark } from "#app/ui/logo-mark.tsx";
import { RouteProgress } from "#app/ui/route-progress.tsx";
import { ThemeButton } from "#app/ui/theme-button.tsx";
import { accountPath } from "#app/staff/accounts/own/account-forms.ts";
import { ConfirmWhenStale } from "./confirm-when-stale.tsx";
import { OwnPicture } from "./own-picture.ts";
import { SideMenu } from "./side-menu.tsx";
import type { StaffPage } from "./staff-page.ts";
import { findStaffPage, listAreas } from "./staff-pages.ts";
import { noteTyping } from "./unsaved.ts";
import { useFocusOnPage } from "./use-focus-on-page.ts";
import { useStaffSession } from "./use-staff-session.ts";
import "./recipes.ts";
import "../staff-kit/recipes.ts";
import "#app/staff-kit/kit.css";
import "./fonts.css";
import "./frame.css";

export interface StaffFrameProps {
  session: Session;
  /** The user's name for colleagues; null if not set. */
  name: string | null;
  /** The address of their picture; null if they have none. */
  picture: string | null;
  /** The IANA name of their time zone; null for the browser's. */
  timeZone: string | null;
  /** When the server rendered this page, in epoch seconds. */
  serverNow: number;
  /** True when the session's roles could not be read. */
  rolesUnread: boolean;
  /** How much work waits on a page, by its path; unknown for a caller who was refused. */
  waiting?: Partial<Record<string, number>>;
  children: ReactNode;
}

const nothingWaits = {};

/** The frame around every staff page: side menu, top bar and content. */
export function StaffFrame({ waiting = nothingWaits, children, ...props }: StaffFrameProps) {
  const { session, name, picture, timeZone, serverNow, rolesUnread } = props;
  useStaffSession(session, serverNow);
  usePaletteSource(searchRecords);
  useSinglePress();
  const { pathname } = useLocation();
  const work = useFocusOnPage();
  // Known before the panel is there, so that nothing moves when it comes.
  const hasPanel = useMatches().some(({ handle }) => handle && "isPanel" in (handle as RouteHandle));
  // A path without an entry of its own, such as one enquiry, belongs to its parent page.
  const page = findStaffPage(pathname) ?? findStaffPage(pathname.replace(/\/[^/]+\/?$/, ""));
  return (
    <div className="staff" data-panel={hasPanel ? "" : undefined}>
      <a className={`skip ${nameButton({ kind: "primary" })}`} href="#work" onClick={goToTarget}>
        Skip to content
      </a>
      <SideMenu {...{ session, name, picture, rolesUnread, waiting }} />
      <div className="staff-sheet: flex flex-col min-w-0 m-[8px_8px_8px_0] bg-bg border-1px-line lt-md:m-0 lt-md:border-0">
        <RouteProgress />
        <header className="staff-top: flex flex-none gap-8px items-center h-48px p-[0_12px_0_page] border-b-1px-line lt-md:h-52px lt-md:p-[0_8px_0_6px]">
          <button
            type="button"
            className={`${nameButton({ kind: "ghost", isIconOnly: true })} staff-burger`}
            popoverTarget="staff-menu"
            aria-label="Menu"
          >
            <Icon name="menu" />
          </button>
          <Link
            className="staff-logo staff-top-logo: hidden lt-md:inline-flex lt-md:p-0 lt-md:text-18"
            to="/"
            reloadDocument
            aria-label={`${brand.name}, public site`}
          >
            <LogoMark />
            <span>{brand.name}</span>
          </Link>
          <p className="staff-where: min-w-0 mr-auto overflow-hidden font-600 text-ellipsis whitespace-nowrap [&>span]:text-ink-2 [&>span]:font-400 lt-md:hidden">
            {page ? <Whereabouts page={page} /> : pathname === accountPath ? "Your account" : "Staff"}
          </p>
          <PaletteButton />
          <ShortcutSheet />
          <ThemeButton />
        </header>
        <main ref={work} className="staff-work" id="work" tabIndex={-1} onInput={noteTyping}>
          <TimeZone value={timeZone}>
            <OwnPicture value={picture}>{children}</OwnPicture>
          </TimeZone>
        </main>
      </div>
      <Palette pages={listPalettePages(session)} />
      <ToastRegion />
      <ConfirmWhenStale email={session.user.email} />
    </div>
  );
}

/** The pages that the session opens, as the palette lists them. */
function listPalettePages({ roles }: Session) {
  const pages = listAreas(roles).flatMap(({ area, pages: open }) =>
    open.map(({ path, name }) => ({ to: path as string, name, note: area as string })),
  );
  return [...pages, { to: accountPath, name: "Your account", note: "You" }];
}

function Whereabouts({ page: { area, name } }: { page: StaffPage }) {
  return (
    <>
      <span>{area} / </span>
      {name}
    </>
  );
}

/** The records that hold the words `query`, as the server finds them for the reader. Rejects when it does not answer. */
async function searchRecords(query: string, signal: AbortSignal): Promise<readonly PaletteGroup[]> {
  const response = await fetch(`/staff-search?${new URLSearchParams({ q: query })}`, { signal, redirect: "error" });
  if (!response.ok) throw new Error(`The search was answered with ${response.status}`);
  return (await response.json()) as PaletteGroup[];
}

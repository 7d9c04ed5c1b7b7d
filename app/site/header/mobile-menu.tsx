import { type MouseEvent, useRef } from "react";
import { Link, useLocation } from "react-router";
import { brand } from "#app/content/brand.ts";
import { contactLink, mainNavigation } from "#app/content/navigation.ts";
import { labels } from "#app/content/labels.ts";
import { LogoMark } from "#app/ui/logo-mark.tsx";
import { usePageChange } from "#app/ui/use-page-change.ts";
import { computeCurrent, computeMenuCurrent } from "./compute-current.ts";
import { MenuArt } from "./menu-art.tsx";
import { StaffLinks } from "./staff-links.tsx";

const menuId = "mobile-menu";

/**
 * The navigation of narrow screens: a modal dialog. Invoker commands open it without script. Browsers without invoker
 * commands open the same element as a popover.
 */
export function MobileMenu() {
  const sheet = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();

  usePageChange("key", () => {
    if (sheet.current?.open) sheet.current.close();
  });

  function openModally(event: MouseEvent) {
    if ("commandForElement" in HTMLButtonElement.prototype) return;
    event.preventDefault();
    sheet.current?.showModal();
  }

  function closeModally(event: MouseEvent) {
    if (!sheet.current?.open) return;
    event.preventDefault();
    sheet.current.close();
  }

  return (
    <>
      <button
        type="button"
        className="icon-btn burger"
        aria-label={labels.header.menu}
        aria-haspopup="dialog"
        data-event="menu"
        command="show-modal"
        commandfor={menuId}
        popoverTarget={menuId}
        onClick={openModally}
      >
        <span className="i-ph-list" aria-hidden="true" />
      </button>
      <dialog
        ref={sheet}
        id={menuId}
        className="sheet: flex-col w-full max-w-none h-100dvh max-h-none m-0 p-[0_margin] overflow-y-auto text-ink bg-bg border-0 [overscroll-behavior:contain] [scroll-padding-bottom:112px] [&:is([open],:popover-open)]:fixed [&:is([open],:popover-open)]:inset-0 [&:is([open],:popover-open)]:z-60 [&:is([open],:popover-open)]:flex [@media_(width>=_64em)]:[&:not([open])]:hidden"
        popover="manual"
        aria-label={labels.header.menu}
      >
        <div className="sheet-top: flex flex-none gap-6px items-center h-header -mr-8px">
          <Link to="/" className="logo">
            <LogoMark />
            <span>{brand.name}</span>
            <span className="sr-only">{labels.homeOf}</span>
          </Link>
          <Link to="/search" className="icon-btn" aria-label={labels.header.search}>
            <span className="i-ph-magnifying-glass" aria-hidden="true" />
          </Link>
          <button
            type="button"
            className="icon-btn"
            aria-label={labels.header.closeMenu}
            command="close"
            commandfor={menuId}
            popoverTarget={menuId}
            popoverTargetAction="hide"
            onClick={closeModally}
          >
            <span className="i-ph-x" aria-hidden="true" />
          </button>
        </div>
        <SheetNavigation pathname={pathname} />
        <StaffLinks className="sheet-staff: flex-none flex-wrap m-[16px_0_0_-0.95rem]" />
        <div
          // The contact link stays in view while the list scrolls.
          className="sheet-end: sticky bottom-0 grid flex-none m-[auto_calc(-1_*_var(--margin))_0] p-[16px_margin_24px] bg-bg"
        >
          <Link
            to={contactLink.to}
            className="btn btn-accent"
            aria-current={computeCurrent(contactLink, pathname)}
            data-event="call-to-action"
            data-event-data="menu"
          >
            {contactLink.name}
            <span className="i-ph-arrow-right" aria-hidden="true" />
          </Link>
        </div>
      </dialog>
    </>
  );
}

function SheetNavigation({ pathname }: { pathname: string }) {
  const isCurrent = (item: (typeof mainNavigation)[number]) => "links" in item && computeMenuCurrent(item, pathname);
  const open = mainNavigation.find(isCurrent) ?? mainNavigation[0];
  return (
    <nav aria-label={labels.header.mobile} data-event="menu">
      <ul className="sheet-list: [&>li]:border-b-1px-line">
        {mainNavigation.map((item) => (
          <li key={item.name}>
            {"links" in item ? (
              <details name={menuId} open={item === open}>
                <summary className="sheet-item" aria-current={computeMenuCurrent(item, pathname)}>
                  {item.name}
                  <span className="i-ph-caret-down" aria-hidden="true" />
                </summary>
                <ul className="sheet-links: pb-14px">
                  {[...item.links, item.feature].map((link) => (
                    <li key={link.to}>
                      <Link
                        to={link.to}
                        className="sheet-link: flex gap-14px items-center min-h-60px font-500 text-17"
                        aria-current={computeCurrent(link, pathname)}
                      >
                        <MenuArt to={link.to} size={44} />
                        {link.name}
                      </Link>
                    </li>
                  ))}
                </ul>
              </details>
            ) : (
              <Link to={item.to} className="sheet-item" aria-current={computeCurrent(item, pathname)}>
                {item.name}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { Link, useLocation } from "react-router";
import { brand } from "#app/content/brand.ts";
import { contactLink, mainNavigation } from "#app/content/navigation.ts";
import { labels } from "#app/content/labels.ts";
import { LogoMark } from "#app/ui/logo-mark.tsx";
import { ThemeButton } from "#app/ui/theme-button.tsx";
import { computeCurrent, computeMenuCurrent } from "./compute-current.ts";
import { MegaMenu } from "./mega-menu.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { SearchLink } from "./search-link.tsx";
import { StaffLinks } from "./staff-links.tsx";
import { useMenus } from "./use-menus.ts";
import { useScrolled } from "./use-scrolled.ts";

/** The fixed bar on top of every public page. */
export function Header() {
  const { nav, live, open, groupProps, buttonProps } = useMenus();
  const scrolled = useScrolled();
  const { pathname } = useLocation();
  return (
    <header
      className="header: [&~main:not(:has(>[data-under-header]))]:pt-header"
      data-scrolled={scrolled || undefined}
    >
      <div className="wrap header-row">
        <Link to="/" className="logo" prefetch="intent" viewTransition>
          <LogoMark />
          <span>{brand.name}</span>
          <span className="sr-only">{labels.homeOf}</span>
        </Link>
        <nav ref={nav} className="nav" aria-label={labels.header.main} data-event="menu" data-live={live || undefined}>
          <ul>
            {mainNavigation.map((item) =>
              "links" in item ? (
                <li key={item.id} {...groupProps(item.id)}>
                  <button
                    type="button"
                    className="nav-item"
                    aria-current={computeMenuCurrent(item, pathname)}
                    aria-expanded={open === item.id}
                    aria-controls={`menu-${item.id}`}
                    {...buttonProps(item.id)}
                  >
                    {item.name}
                    <span className="i-ph-caret-down" aria-hidden="true" />
                  </button>
                  <MegaMenu menu={item} id={`menu-${item.id}`} />
                </li>
              ) : (
                <li key={item.to}>
                  <Link
                    className="nav-item"
                    to={item.to}
                    aria-current={computeCurrent(item, pathname)}
                    prefetch="intent"
                    viewTransition
                  >
                    {item.name}
                  </Link>
                </li>
              ),
            )}
          </ul>
        </nav>
        <div className="header-end">
          <StaffLinks className="header-staff" />
          <SearchLink />
          <ThemeButton />
          <Link
            className="btn btn-primary btn-small header-contact: [@media_(width<64em)]:hidden"
            to={contactLink.to}
            data-event="call-to-action"
            data-event-data="header"
            aria-current={computeCurrent(contactLink, pathname)}
            viewTransition
          >
            {contactLink.name}
          </Link>
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}

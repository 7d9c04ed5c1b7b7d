import { Link, useLocation } from "react-router";
import type { Menu, MenuLink } from "#app/content/navigation.ts";
import { featurePlates } from "../art.ts";
import { type Current, computeCurrent } from "./compute-current.ts";
import { MenuArt } from "./menu-art.tsx";

/** The full-width panel under the header: a menu's links in three columns, and one tile. */
export function MegaMenu({ menu, id }: { menu: Menu; id: string }) {
  const { pathname } = useLocation();
  return (
    <div className="mega" id={id}>
      <div className="wrap mega-grid">
        <ul className="mega-links">
          {menu.links.map((link) => (
            <li key={link.to}>
              <MegaLink link={link} current={computeCurrent(link, pathname)} />
            </li>
          ))}
        </ul>
        <Link
          className="mega-feature"
          to={menu.feature.to}
          aria-current={computeCurrent(menu.feature, pathname)}
          prefetch="intent"
          viewTransition
        >
          <img src={featurePlates[menu.id]} alt="" width={640} height={480} loading="lazy" />
          <span className="mega-feature-text">
            <b>{menu.feature.name}</b>
            <span>{menu.feature.line}</span>
          </span>
        </Link>
      </div>
    </div>
  );
}

function MegaLink({ link, current }: { link: MenuLink; current: Current }) {
  return (
    <Link className="mega-link" to={link.to} aria-current={current} prefetch="intent" viewTransition>
      <MenuArt to={link.to} size={60} />
      <span>
        <b>{link.name}</b>
        <span>{link.line}</span>
      </span>
    </Link>
  );
}

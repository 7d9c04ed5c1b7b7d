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
      <div className="wrap mega-grid: grid grid-cols-[1fr_min(340px,_26%)] gap-32px items-stretch py-[28px_32px]">
        <ul className="mega-links: grid grid-cols-[repeat(3,_1fr)] gap-8px content-start -ml-16px">
          {menu.links.map((link) => (
            <li key={link.to}>
              <MegaLink link={link} current={computeCurrent(link, pathname)} />
            </li>
          ))}
        </ul>
        <Link
          className="mega-feature: [&_b]:block [&_b]:mb-4px [&_b]:font-600 [&_b]:text-18 [&_b]:leading-1.2 flex flex-col text-band-ink text-15 leading-1.4 bg-plate [&_img]:flex-[1_0_132px] [&_img]:w-full [&_img]:h-132px [&_img]:min-h-0 [&_img]:object-cover"
          to={menu.feature.to}
          aria-current={computeCurrent(menu.feature, pathname)}
          prefetch="intent"
          viewTransition
        >
          <img src={featurePlates[menu.id]} alt="" width={640} height={480} loading="lazy" />
          <span className="mega-feature-text: p-[16px_20px_18px] [&>span]:op-80">
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
    <Link
      className="mega-link: flex gap-16px items-center min-h-100px p-16px text-15 leading-1.4 rounded-14px [transition:background-color_0.18s] focus-visible:rounded-14px focus-visible:outline-offset-[-3px] hover:bg-surface [&_b]:block [&_b]:mb-4px [&_b]:font-600 [&_b]:text-18 [&_b]:leading-1.2 [&>span>span]:text-ink-2 [&>picture]:flex-none"
      to={link.to}
      aria-current={current}
      prefetch="intent"
      viewTransition
    >
      <MenuArt to={link.to} size={60} />
      <span>
        <b>{link.name}</b>
        <span>{link.line}</span>
      </span>
    </Link>
  );
}

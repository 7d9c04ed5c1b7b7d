import { NavLink } from "react-router";
import { page } from "./page.ts";

const links = [
  { to: page.path, name: "Articles" },
  { to: `${page.path}/authors`, name: "Authors" },
  { to: `${page.path}/categories`, name: "Categories" },
  { to: `${page.path}/tags`, name: "Tags" },
];

/** The pages about articles, above each of them. */
export function DeskLinks() {
  return (
    <nav
      // A page with a list reaches the edges of the sheet.
      className="desk-links: flex flex-wrap gap-[4px_20px] [.staff:has(.list)_&]:px-page [&_a]:py-6px [&_a]:text-ink-2 [&_a]:border-b-2px-transparent [&_a:hover]:text-ink [&_a[aria-current]]:text-ink [&_a[aria-current]]:[border-bottom-color:var(--ink)]"
      aria-label="Blog management"
    >
      {links.map(({ to, name }) => (
        <NavLink key={to} to={to} end>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}

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
    <nav className="desk-links" aria-label="Blog management">
      {links.map(({ to, name }) => (
        <NavLink key={to} to={to} end>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}

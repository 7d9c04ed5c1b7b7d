import type { Menu, Target } from "#app/content/navigation.ts";

export type Current = "page" | "true" | undefined;

/** `aria-current` of a link in the header: it leads to the page shown, or to one above it. */
export function findCurrent({ to, also = [] }: Target, pathname: string): Current {
  // The router does not tell these from the address that the site itself uses.
  const here = pathname.toLowerCase().replace(/\/$/, "");
  const addresses = [to, ...also];
  if (addresses.includes(here)) return "page";
  return addresses.some((address) => here.startsWith(`${address}/`)) ? "true" : undefined;
}

/** `aria-current` of the button of a menu: one of its links leads to the page shown, or to one above it. */
export function findCurrentMenu({ links, feature }: Menu, pathname: string): Current {
  return [...links, feature].some((link) => findCurrent(link, pathname)) ? "true" : undefined;
}

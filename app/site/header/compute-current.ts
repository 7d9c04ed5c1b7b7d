import type { Menu, Target } from "#app/content/navigation.ts";

export type Current = "page" | "true" | undefined;

/** `aria-current` of a link in the header: set when it leads to the current page or to a page above it. */
export function computeCurrent({ to, also = [] }: Target, pathname: string): Current {
  // The router treats these spellings of an address as the same.
  const here = pathname.toLowerCase().replace(/\/$/, "");
  const addresses = [to, ...also];
  if (addresses.includes(here)) return "page";
  return addresses.some((address) => here.startsWith(`${address}/`)) ? "true" : undefined;
}

/** `aria-current` of a menu's button: set when one of its links leads to the current page or to a page above it. */
export function computeMenuCurrent({ links, feature }: Menu, pathname: string): Current {
  return [...links, feature].some((link) => computeCurrent(link, pathname)) ? "true" : undefined;
}

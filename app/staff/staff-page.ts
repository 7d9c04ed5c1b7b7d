import type { Permission } from "#shared/permissions.ts";

/** The parts of the navigation, in its order. */
export const areas = ["Marketing", "Talent", "People"] as const;

export type Area = (typeof areas)[number];

/**
 * How a page stands in the navigation: what its folder declares in `page.ts` or `…-page.ts`. Its icon is a class that
 * the folder's page.css draws.
 */
export interface StaffPage {
  path: `/${string}`;
  /** Who may open it; its route module asks for the same. */
  permission: Permission;
  area: Area;
  /** Its place in the area, lowest first. */
  order: number;
  name: string;
  /** What it is for, in one line. */
  line: string;
  icon: `staff-icon-${string}`;
}

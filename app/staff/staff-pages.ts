// Bundle: staff-pages
import { brand } from "#app/content/brand.ts";
import { decodePath } from "#shared/text/decode-path.ts";
import { may, type Role } from "#shared/permissions.ts";
import { type Area, areas, type StaffPage } from "./staff-page.ts";

/** Every page that a folder of this area declares, in the order of the navigation. */
export const staffPages: readonly StaffPage[] = Object.values(
  import.meta.glob<StaffPage>(["./*/*page.ts", "./*/*/page.ts"], { eager: true, import: "page" }),
).toSorted((a, b) => areas.indexOf(a.area) - areas.indexOf(b.area) || a.order - b.order);

import.meta.glob(["./*/page.css", "./*/*/page.css"], { eager: true });

/** The pages that `roles` may open, by area, in the order of the navigation. */
export function listAreas(roles: readonly Role[]): { area: Area; pages: StaffPage[] }[] {
  const open = staffPages.filter(({ permission }) => may(roles, permission));
  return areas
    .map((area) => ({ area, pages: open.filter((page) => page.area === area) }))
    .filter(({ pages }) => pages.length > 0);
}

/** The staff page at `pathname`, matched like the router does: any case, decoded, with or without a trailing slash. */
export function findStaffPage(pathname: string): StaffPage | undefined {
  const path = decodePath(pathname)
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, "");
  return staffPages.find((page) => page.path === path);
}

/** The `meta` of a staff page: its title, and `noindex`. */
export function buildPageMeta({ name }: Pick<StaffPage, "name">) {
  return [{ title: `${name} | ${brand.name} staff` }, { name: "robots", content: "noindex" }];
}

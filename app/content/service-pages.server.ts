import type { ServicePage } from "./page-types.ts";

/**
 * The copy of every page that the service template shows. Each new file in services/ is found without a list. The build
 * keeps this module out of the browser's scripts, because the copy comes as loader data.
 */
const modules = import.meta.glob<Record<string, ServicePage>>(
  ["./services/*.ts", "./pages/gcc.ts", "./pages/microsoft.ts"],
  { eager: true },
);

const pages = Object.values(modules).flatMap((module) => Object.values(module));

/** The copy for a route's pattern, e.g. "/gcc". Throws when the route has no copy. */
export function getServicePage(pattern: string): ServicePage {
  const slug = pattern.replaceAll("/", "");
  const page = pages.find((one) => one.slug === slug);
  if (!page) throw new Error(`There is no copy for /${slug} in app/content.`);
  return page;
}

import { industries } from "./industries.ts";
import type { IndustryPage } from "./page-types.ts";

/**
 * The copy of the industries' pages, one module each; it stays on the server and reaches the browser as loader data.
 */
const modules = import.meta.glob<Record<string, IndustryPage>>("./industries/*.ts", { eager: true });

/** The page of an industry in the list, or undefined for any other slug. */
export function findIndustryPage(slug: string): IndustryPage | undefined {
  if (!industries.some((industry) => industry.slug === slug)) return undefined;
  return Object.values(modules)
    .flatMap((module) => Object.values(module))
    .find((page) => page.slug === slug);
}

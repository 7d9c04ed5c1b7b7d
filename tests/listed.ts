/** Services and industries as the site lists them: tests name none of them, because an owner may have removed any. */
import { type Industry, industries, industryCards } from "../app/content/industries.ts";
import type { IndustryPage, ServicePage } from "../app/content/page-types.ts";
import { type Service, services } from "../app/content/services.ts";

function takeOne<Item>(list: readonly Item[], at: number): Item {
  const item = list.at(at);
  if (item === undefined) throw new Error("The tests need one service and one industry with a card at least.");
  return item;
}

export const service: Service = takeOne(services, 0);
export const lastService: Service = takeOne(services, -1);
export const industry: Industry = takeOne(industries, 0);
export const lastIndustry: Industry = takeOne(industries, -1);
export const industryCard: Industry = takeOne(industryCards, -1);

/** The copy of a page of the service template, by its file. Without the build's own list, which tests in browsers lack. */
export async function readServiceCopy(slug: string): Promise<ServicePage> {
  const folder = services.some((one) => one.slug === slug) ? "services" : "pages";
  return readCopy<ServicePage>(`../app/content/${folder}/${slug}.ts`);
}

export async function readIndustryCopy(slug: string): Promise<IndustryPage> {
  return readCopy<IndustryPage>(`../app/content/industries/${slug}.ts`);
}

async function readCopy<Page>(file: string): Promise<Page> {
  const module = (await import(file)) as Record<string, Page>;
  return takeOne(Object.values(module), 0);
}

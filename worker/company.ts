import { brand } from "#app/content/brand.ts";
import type { Company } from "./lib/scope.ts";

/** For the Worker's subjects, which do not see the site's copy. */
export const company: Company = { name: brand.name, words: [brand.name, ...brand.tagline] };

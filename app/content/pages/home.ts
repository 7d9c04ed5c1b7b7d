import { brand } from "../brand.ts";
import type { PageMeta } from "../page-types.ts";

/** The home page's own words; its sections have their copy in the modules of their subjects. */
export const home: { meta: PageMeta } = {
  meta: { title: "IT services and technology consulting", description: brand.description },
};

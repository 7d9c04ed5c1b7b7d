import { brand } from "../brand.ts";
import type { PageMeta } from "../page-types.ts";

/** The home page's title and description; its sections have their copy in modules of their own. */
export const home: { meta: PageMeta } = {
  meta: { title: "IT services and technology consulting", description: brand.description },
};

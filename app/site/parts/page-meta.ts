import type { MetaDescriptor } from "react-router";
import { brand } from "#app/content/brand.ts";
import type { PageMeta } from "#app/content/page-types.ts";

/** Title and description of a page, for its `meta()`. Every public page with copy of its own goes through here. */
export function describe({ title, description }: PageMeta): MetaDescriptor[] {
  return [{ title: `${title} | ${brand.name}` }, { name: "description", content: description }];
}

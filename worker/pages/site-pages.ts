// oxlint-disable-next-line no-restricted-imports -- the one place where the search learns which pages the site has
import { findLastChange } from "#app/content/last-changes.ts";
// oxlint-disable-next-line no-restricted-imports -- as above
import { publicPages } from "#app/content/public-pages.server.ts";
import type { RequestBasics, RequestScope, SitePages } from "#worker/lib/scope.ts";
import { readBuild, readPrerenderedHtml } from "./prerendered-pages.ts";

const kinds = { Services: "service", Industries: "industry", Company: "page", Legal: "page" } as const;

/** The public pages that are in no table, for the search, which does not see the site's copy. */
export async function openSitePages(scope: RequestBasics): Promise<SitePages> {
  return {
    build: await readBuild(),
    pages: publicPages.map(({ path, group, name, copy }) => ({
      path,
      kind: kinds[group],
      name,
      description: copy.meta.description,
      changedAt: Date.parse(findLastChange(path) ?? "1970-01-01"),
    })),
    /** Pages that read a table, and those of a build with other variables, are rendered now. */
    async readHtml(path) {
      const html = await readPrerenderedHtml(path, scope);
      if (html !== undefined) return html;
      const { renderHtml } = await import("./pages.ts");
      return renderHtml(path, scope as RequestScope);
    },
  };
}

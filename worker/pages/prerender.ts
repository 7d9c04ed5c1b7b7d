import { createLogger } from "#worker/lib/log.ts";
import { originOfBuild, type PrerenderedPage } from "./prerendered-pages.ts";

/**
 * Renders every fixed page, and answers with all of them by path. The build runs this Worker right after it has made it
 * (scripts/prerender.ts), and takes it out of what is uploaded.
 *
 * There are variables but no bindings: a page that reads a database fails here, and the build with it.
 */
export default {
  async fetch(_request, env, ctx) {
    const { fixedPages, renderFixedPage } = await import("./pages.ts");
    const { subjects } = await import("#worker/subjects.ts");
    const { company } = await import("#worker/site/company.ts");
    const { sitePaths } = await import("#worker/site/site-paths.ts");
    const readSitePaths = async () => sitePaths;
    const rendered: Record<string, PrerenderedPage> = {};
    for (const { path, tags } of fixedPages) {
      const variables: Record<string, string | null> = {};
      const watched = watchVariables({ ...env, SITE_ORIGIN: originOfBuild }, variables);
      const reads = { readSitePaths, readFixedFunnels: async () => [], openSitePages: refuse };
      const scope = { env: watched, ctx, requestId: path, log: createLogger(path), subjects, company, ...reads };
      rendered[path] = { tags, variables, ...(await renderFixedPage(path, scope)) };
    }
    return Response.json(rendered);
  },
} satisfies ExportedHandler<Env>;

function refuse(): never {
  throw new Error("A fixed page reads no other page.");
}

/** `env`, which writes down in `variables` what is read from it, except for the origin. */
function watchVariables(env: Env, variables: Record<string, string | null>): Env {
  return new Proxy(env, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof name === "string" && name !== "SITE_ORIGIN")
        variables[name] = typeof value === "string" ? value : null;
      return value;
    },
  });
}

import type { ServerBuild } from "react-router";

/** The Worker as `npm test` builds it: pages exist nowhere else. */
const built = "../../build/test/server/index.js";
const [loadPages = async () => ({})] = Object.values(
  import.meta.glob<object>("../../build/test/server/assets/pages-*.js"),
);

const { default: asBuilt } = (await import(/* @vite-ignore */ built)) as { default: Required<ExportedHandler<Env>> };
const { build } = (await loadPages()) as { build: ServerBuild };

export const worker: typeof asBuilt = {
  ...asBuilt,
  /**
   * Rendering a page leaves a timer of 0 ms, which runs before this returns: all requests of a test file share one context, and
   * a context has 10,000 timers at most.
   */
  async fetch(request, env, ctx) {
    const response = await asBuilt.fetch(request, env, ctx);
    if (response.headers.get("Content-Type")?.startsWith("text/html")) await scheduler.wait(0);
    return response;
  },
};

type BuiltRoute = NonNullable<ServerBuild["routes"][string]>;

const all = Object.values(build.routes).filter((route) => route !== undefined);

/**
 * Every route with an address of its own, as the router knows it, with the whole pattern of that address as its `path`,
 * and whether the browser asks the server for its data.
 */
export const builtRoutes: readonly (BuiltRoute & { hasLoader: boolean })[] = all
  .filter(({ path, index }) => path || index)
  .map((route) => {
    const hasLoader = build.assets.routes[route.id]?.hasLoader === true;
    return Object.assign({ hasLoader }, route, { path: writePath(route) });
  });

/** The ids of all routes that take posts. */
export const changingRoutes: readonly string[] = all
  .filter(({ id }) => build.assets.routes[id]?.hasAction === true)
  .map(({ id }) => id);

function writePath({ parentId, path }: BuiltRoute): string {
  const parent = parentId === undefined ? undefined : build.routes[parentId];
  return [parent && writePath(parent), path].filter(Boolean).join("/");
}

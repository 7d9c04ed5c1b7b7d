import type { ServerBuild } from "react-router";

/** The Worker as `npm test` builds it: pages exist nowhere else. */
const built = "../../build/test/server/index.js";

const { default: worker, build } = (await import(/* @vite-ignore */ built)) as {
  default: Required<ExportedHandler<Env>>;
  build: ServerBuild;
};

export { worker };

type BuiltRoute = NonNullable<ServerBuild["routes"][string]>;

const all = Object.values(build.routes).filter((route) => route !== undefined);

/** Every route with an address of its own, as the router knows it, and whether the browser asks the server for its data. */
export const builtRoutes: readonly (BuiltRoute & { hasLoader: boolean })[] = all
  .filter(({ id }) => !all.some(({ parentId }) => parentId === id))
  .map((route) => Object.assign({ hasLoader: build.assets.routes[route.id]?.hasLoader === true }, route));

import { createRequestHandler, type ServerBuild } from "react-router";
import * as build from "virtual:react-router/server-build";

/** React Router with nothing around it: what `npm run lab -- bench` compares the site with. */
const handle = createRequestHandler(build as ServerBuild, "production");

export default { fetch: (request) => handle(request) } satisfies ExportedHandler;

import { createContext } from "react-router";
import type { Logger } from "./log.ts";
import type { Subject } from "./subject.ts";

/** What belongs to one request; made in worker/index.ts, handed to Hono and to React Router alike. */
export interface RequestScope {
  env: Env;
  ctx: ExecutionContext;
  /** UUID, also sent as `x-request-id`. */
  requestId: string;
  log: Logger;
  /** What all subjects tell of themselves, for what concerns each of them: jobs, retention, erasure, health. */
  subjects: readonly Subject[];
}

/** React Router loaders, actions and middleware read the scope with `context.get(requestScope)`. */
export const requestScope = createContext<RequestScope>();

/**
 * Called with the pattern of the route that a request matches, such as "/insights/:slug", before anything of it runs.
 * Returns an answer where the route does not take such a request.
 */
export const enterContext = createContext<(pattern: string) => Response | undefined>();

/** True for a HEAD request: loaders see a GET then, and a few would do too much work. */
export const headContext = createContext(false);

/** The nonce of this render's scripts, for app/entry.server.tsx alone. */
export const nonceContext = createContext<string>();

import { createContext } from "react-router";
import type { Logger } from "./log.ts";

/** What belongs to one request; made in worker/index.ts, handed to Hono and to React Router alike. */
export interface RequestScope {
  env: Env;
  ctx: ExecutionContext;
  /** UUID, also sent as `x-request-id`. */
  requestId: string;
  log: Logger;
}

/** React Router loaders, actions and middleware read the scope with `context.get(requestScope)`. */
export const requestScope = createContext<RequestScope>();

/** True for a HEAD request: loaders see a GET then, and a few would do too much work. */
export const headContext = createContext(false);

/** The nonce of this render's scripts, for app/entry.server.tsx alone. */
export const nonceContext = createContext<string>();

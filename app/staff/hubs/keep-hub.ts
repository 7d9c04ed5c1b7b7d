/** What keeps a hub in sight that is read again while the site cannot be reached. */
import { type DataStrategyResult, isRouteErrorResponse } from "react-router";

interface LoaderArgs<Data> {
  request: Request;
  serverLoader: () => Promise<Data>;
}

type Results = Record<string, DataStrategyResult>;

/** What a hub shows when it was not read: it keeps what it has shown before. */
const unread = { roles: null, readAt: null, queues: null };

/**
 * Loads the queues of a hub. Where the site cannot be reached, the hub that is open stays; a hub that is only being opened
 * fails, as every page does.
 */
export function keepHub<Data extends object>({ request, serverLoader }: LoaderArgs<Data>) {
  return async () => {
    try {
      return await serverLoader();
    } catch (error) {
      if (!isOpen(request) || !isUnreached(error)) throw error;
      return unread;
    }
  };
}

/** Middleware of the browser: the frame around an open hub goes on with the data that it has, too. */
export async function keepFrame({ request }: { request: Request }, next: () => Promise<Results>) {
  const results = await next();
  if (request.method !== "GET" || !isOpen(request)) return results;
  return Object.fromEntries(
    Object.entries(results).filter(([, { type, result }]) => type !== "error" || !isUnreached(result)),
  );
}

function isOpen(request: Request): boolean {
  return new URL(request.url).pathname === location.pathname;
}

/** Whether nothing has answered. */
function isUnreached(error: unknown): boolean {
  return !(error instanceof Response) && !isRouteErrorResponse(error);
}

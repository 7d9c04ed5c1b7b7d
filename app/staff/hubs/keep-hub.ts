import { isRouteErrorResponse } from "react-router";

interface LoaderArgs<Data> {
  request: Request;
  serverLoader: () => Promise<Data>;
}

/** What a hub shows when it was not read: it keeps what it has shown before. */
const unread = { roles: null, readAt: null, queues: null };

/**
 * The queues of a hub as they stand now: they are not cached. Where the site cannot be reached, the hub that is open stays; a
 * hub that is only being opened fails, as every page does.
 */
export async function keepHub<Data extends object>({ request, serverLoader }: LoaderArgs<Data>) {
  try {
    return await serverLoader();
  } catch (error) {
    const isOpen = new URL(request.url).pathname === location.pathname;
    if (!isOpen || error instanceof Response || isRouteErrorResponse(error)) throw error;
    return unread;
  }
}

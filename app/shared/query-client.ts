import { QueryClient } from "@tanstack/query-core";
import { isRouteErrorResponse } from "react-router";

const minute = 60_000;

/** A client with the site's data rules: fresh 5 min, kept 10 min, queries retried twice, mutations once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minute,
        gcTime: 10 * minute,
        refetchOnWindowFocus: false,
        // Without it a browser that believes it is offline would hold a navigation for ever instead of failing it.
        networkMode: "always",
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      },
      mutations: { networkMode: "always", retry: (failures, error) => failures < 1 && isWorthRetrying(error) },
    },
  });
}

/** One per tab. Used in clientLoaders only, so on the server it stays empty and is shared by nobody. */
export const queryClient = createQueryClient();

/**
 * The data of a staff page, from the tab's cache while fresh: call it in a clientLoader with the request's URL.
 * A redirect or a refusal is thrown on as it is and never cached. While the page hydrates, React Router hands out what
 * came with the document however often it is asked, so nothing is tried again then.
 */
export function loadCached<Data>(url: string, serverLoader: () => Promise<Data>): Promise<Data> {
  const { pathname, search } = new URL(url);
  const queryKey = ["page", pathname.toLowerCase(), search];
  return queryClient.fetchQuery({ queryKey, queryFn: serverLoader, ...(isHydrating() && { retry: false }) });
}

function isHydrating(): boolean {
  return document.documentElement.dataset.hydrated === undefined;
}

/** Redirects (thrown Responses) and answers below 500 say the same thing however often they are asked. */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof Response) return false;
  return !isRouteErrorResponse(error) || error.status >= 500;
}

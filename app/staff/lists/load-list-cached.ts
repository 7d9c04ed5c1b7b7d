// Bundle: staff
import { loadCached } from "#app/client/query-client.client.ts";
import type { ListDefinition } from "#shared/pages/list.ts";

interface LoaderArgs<Data> {
  request: Request;
  serverLoader: () => Promise<Data>;
}

/** A list that could not be read is loaded again, not cached. It is the same whichever record is open beside it. */
export function loadListCached<Data extends { page: object | null }>(
  list: ListDefinition,
  { request, serverLoader }: LoaderArgs<Data>,
): Promise<Data> {
  const listUrl = new URL(list.path + new URL(request.url).search, request.url);
  return loadCached(listUrl.href, serverLoader, ({ page }) => page !== null);
}

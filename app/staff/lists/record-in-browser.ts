/** What the browser does for one record of a list, which is open beside its rows or below its row. */
import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { orOffline } from "./answer-offline.ts";

interface LoaderArgs<Data> {
  request: Request;
  serverLoader: () => Promise<Data>;
}

/** A failed read is loaded again and not cached. */
export function loadRecordCached<Data extends { isUnread: boolean }>({
  request,
  serverLoader,
}: LoaderArgs<Data>): Promise<Data> {
  return loadCached(request.url, serverLoader, ({ isUnread }) => !isUnread);
}

/** Without a network the record stays open, with everything that was typed: the status keeps the frame from loading again. */
export function refuseOffline({ serverAction }: { serverAction: () => Promise<Refusal> }) {
  const title = "The site could not be reached. Nothing has been done; please try again.";
  return orOffline(serverAction, () => data<Refusal>({ status: 0, title, problems: [] }, { status: 503 }));
}

/** A refused change is shown together with the current state of the record. */
export function reloadsRecord({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || actionStatus === 404 || defaultShouldRevalidate;
}

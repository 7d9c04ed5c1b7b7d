import type { RouterContextProvider } from "react-router";
import { findLocale } from "#shared/dates/find-locale.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { listActions, readOperations } from "#worker/operations/read-operations.ts";
import { type OperationsView, toOperationsView } from "./operations-view.ts";

interface LoadArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** How everything runs now; null where the database does not answer. */
export async function loadOperations({ context, request }: LoadArgs): Promise<OperationsView | null> {
  const scope = context.get(requestScope);
  const at = now();
  try {
    const found = await readOperations(openDb(scope.env.DB), scope, at);
    const actions = listActions(scope);
    return toOperationsView(found, {
      locale: findLocale(request.headers.get("Accept-Language")),
      at,
      findAction: (id) => (id === undefined ? undefined : actions.get(id)),
    });
  } catch (error) {
    scope.log.error("operations not read", error);
    return null;
  }
}

import { data, type LoaderFunctionArgs } from "react-router";
import { isLocalVisit } from "#worker/lib/local-site.ts";
import { requestScope } from "#worker/lib/scope.ts";

/** @throws A page that is not found, to whoever asks from another machine: these pages are for developers. */
export function requireLocal({ context, request }: Pick<LoaderFunctionArgs, "context" | "request">): null {
  if (!isLocalVisit(request, context.get(requestScope).env)) throw data(null, { status: 404, statusText: "Not Found" });
  return null;
}

import { data } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { ErrorState } from "#app/staff-kit/states.tsx";
import { requireSignedIn, staffContext } from "#app/staff/guard.ts";
import { reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/security.ts";
import { answerFactorsOffline } from "./answer-factors-offline.ts";
import { answerFactors } from "./second-factors-action.ts";
import { readFactorsView } from "./second-factors-view.ts";
import { SecondFactors } from "./second-factors.tsx";

export const middleware = [requireSignedIn()];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  const caller = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const locale = findLocale(request.headers.get("Accept-Language"));
  try {
    return data({ view: await readFactorsView(openDb(env.DB), { caller, locale, env }) });
  } catch (error) {
    log.error("second factors not read", error);
    return data({ view: null }, { status: 503 });
  }
}

export function action({ context, request }: Route.ActionArgs) {
  return answerFactors({ request, caller: context.get(staffContext), scope: context.get(requestScope) });
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerFactorsOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta({ name: "Second factor" });

export default function Security({ loaderData: { view }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Second factor">
        Something you have, besides the password you know. Whoever learns your password does not get in with it alone.
      </PageHead>
      {view ? (
        <SecondFactors view={view} answer={actionData ?? null} />
      ) : (
        <ErrorState title="Not read just now">The database did not answer. Reload the page in a minute.</ErrorState>
      )}
    </>
  );
}

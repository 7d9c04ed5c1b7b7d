import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "react-router";
import { listCountries } from "#shared/text/countries.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import { may } from "#shared/permissions.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import type { SignedPreview } from "#app/writing-kit/preview/preview-link.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { page } from "../page.ts";
import { loadRecord } from "#app/staff/lists/load-record.ts";
import { nameMissing, RecordMissing } from "#app/staff/lists/record-missing.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { makeOpeningPreviewPath } from "#worker/hiring/openings/preview-links.ts";
import { readOpeningEditor } from "#worker/hiring/openings/read-working.ts";
import { now } from "#worker/lib/clock.ts";
import { previewEnd } from "#worker/lib/preview-token.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/opening.ts";
import { answerOpening, type RefusedOpening } from "./answer-opening.ts";
import { OpeningPage } from "./opening-page.tsx";
import { toNewestOpening } from "./newest-opening.ts";
import { toOpeningId } from "./to-opening-id.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { user, roles } = context.get(staffContext);
  const scope = context.get(requestScope);
  const { DB, SITE_ORIGIN, AUTH_SECRET } = scope.env;
  const id = toOpeningId(params.id);
  return loadRecord("job", scope, {
    read: () =>
      readOpeningEditor(openDb(DB), { id, beginner: url.searchParams.has("new") ? (user.id as AccountId) : null }),
    show: async ({ job, people, departments }) => {
      const expires = previewEnd();
      const locale = findLocale(request.headers.get("Accept-Language"));
      const preview: SignedPreview = {
        path: await makeOpeningPreviewPath(AUTH_SECRET, id, expires),
        until: toInstant(expires * 1000, locale),
      };
      const mayRead = may(roles, "applications.read");
      const view = {
        id: id as string,
        account: user,
        newest: toNewestOpening(job, { readAt: now(), mayRead }),
        people: people.map((one) => ({ ...one, id: one.id as string })),
        departments,
        countries: listCountries(),
        /** True where its applications may be read. */
        mayRead,
        origin: SITE_ORIGIN,
        preview,
        locale,
        done: url.searchParams.get("done"),
      };
      return { view };
    },
  });
}

export type OpeningView = NonNullable<Route.ComponentProps["loaderData"]["view"]>;

/** The forms of the page without script; with it they go to live.ts, where nothing on the page is replaced. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const actor = context.get(staffContext).user.id as AccountId;
  return answerOpening(request, { id: toOpeningId(params.id), actor, scope: context.get(requestScope) });
}

/** The page keeps up by itself: a save is no reason to load it again. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { view, isUnread } = loaderData ?? {};
  const name = view ? view.newest.draft.title || "Untitled role" : nameMissing("job", isUnread);
  return buildPageMeta({ name });
}

/** Never from the query cache: a page that begins with an old text would have to merge at once. */
export default function Opening(props: Route.ComponentProps) {
  const { loaderData, actionData } = props;
  const refused: RefusedOpening | null = actionData && "problems" in actionData ? actionData : null;
  if (loaderData.view) return <OpeningPage key={loaderData.view.id} view={loaderData.view} refused={refused} />;
  return <OpeningMissing isUnread={loaderData.isUnread} />;
}

function OpeningMissing({ isUnread }: { isUnread: boolean }) {
  return <RecordMissing noun="job" gone="deleted" back="Go to the jobs" isUnread={isUnread} close={page.path} />;
}

/** A job that is no longer there reads like an unknown address; everything else is the frame's to explain. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <OpeningMissing isUnread={false} />;
  throw error;
}

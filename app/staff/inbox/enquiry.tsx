import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs, useOutletContext } from "react-router";
import { brand } from "#app/content/brand.ts";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#app/shared/find-locale.ts";
import { readListState, writeListQuery } from "#app/shared/list.ts";
import { may } from "#app/shared/permissions.ts";
import { readAnswer, type Refusal } from "#app/shared/refusal.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { isEnquiryId, readEnquiry } from "#worker/contact/read-enquiry.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/enquiry.ts";
import { answerChange } from "./answer-change.ts";
import { EnquiryMissing } from "./enquiry-missing.tsx";
import { EnquiryPanel } from "./enquiry-panel.tsx";
import { toEnquiryView } from "./enquiry-view.ts";
import { inboxList } from "./inbox-list.ts";
import { buildEnquiryLinks, type OpenList } from "./open-list.ts";

export const middleware = [requirePermission("enquiries.read", { write: "enquiries.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { user, roles } = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const read = async () => (isEnquiryId(params.id) ? readEnquiry(openDb(env.DB), { id: params.id }) : null);
  const found = await read().catch((error: unknown) => void log.error("enquiry not read", error));
  if (found === undefined) return data({ view: null, isUnread: true }, { status: 503 });
  if (!found) return data({ view: null, isUnread: false }, { status: 404 });
  const view = toEnquiryView(found, { reader: user.id, locale: findLocale(request.headers.get("Accept-Language")) });
  const mayErase = may(roles, "enquiries.erase");
  return data({ view, isUnread: false, done: url.searchParams.get("done"), mayErase });
}

/** Every change of an enquiry is a form of its panel; the list stays as the address says it. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const { user, roles } = context.get(staffContext);
  const listQuery = writeListQuery(inboxList, readListState(inboxList, url.searchParams));
  const mayErase = may(roles, "enquiries.erase");
  return answerChange({
    request,
    id: params.id,
    actor: user.id,
    mayErase,
    listQuery,
    scope: context.get(requestScope),
  });
}

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ isUnread }) => !isUnread);
}
clientLoader.hydrate = true as const;

/** Without a network the panel stays, with everything that was typed. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Refusal> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return {
      status: 0,
      title: "The site could not be reached. Nothing has been done; please try again.",
      problems: [],
    };
  }
}

/** A refused change is shown together with the current state of the enquiry. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || actionStatus === 404 || defaultShouldRevalidate;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const missing = loaderData?.isUnread ? "Enquiry not read" : "Enquiry not found";
  const name = loaderData?.view ? `Enquiry ${loaderData.view.reference}` : missing;
  return [{ title: `${name} | ${brand.name} staff` }, { name: "robots", content: "noindex" }];
}

/** One enquiry, in the panel beside the inbox. */
export default function Enquiry({ loaderData, actionData, params }: Route.ComponentProps) {
  const refused = actionData ?? null;
  const links = buildEnquiryLinks(useOutletContext<OpenList | undefined>(), params.id);
  if (!loaderData.view)
    return <EnquiryMissing isUnread={loaderData.isUnread} note={readAnswer(refused?.answers, "note")} {...{ links }} />;
  const { view, done, mayErase } = loaderData;
  return <EnquiryPanel key={view.id} {...{ view, done, mayErase, refused, links }} />;
}

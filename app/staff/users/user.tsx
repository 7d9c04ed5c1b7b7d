import { data, isRouteErrorResponse, Link, type ShouldRevalidateFunctionArgs, useOutletContext } from "react-router";
import { brand } from "#app/content/brand.ts";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#app/shared/find-locale.ts";
import { readListState, writeListQuery } from "#app/shared/list.ts";
import type { Refusal } from "#app/shared/refusal.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { EmptyState, ErrorState } from "#app/staff-kit/states.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { isUserId, readUser } from "#worker/accounts/read-user.ts";
import { readRolesInNeed } from "#worker/accounts/roles-in-need.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/user.ts";
import { answerUser } from "./answer-user.ts";
import { toManager } from "./to-manager.ts";
import { UserDetail } from "./user-detail.tsx";
import { userList, type UserListState } from "./user-list.ts";
import { toUserView } from "./user-view.ts";

export const middleware = [requirePermission("users.read", { write: "users.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const manager = toManager(context.get(staffContext));
  const { env, log } = context.get(requestScope);
  const terms = { at: now(), needFactor: readRolesInNeed(env) };
  const read = async () => (isUserId(params.id) ? readUser(openDb(env.DB), { id: params.id, terms }) : null);
  const found = await read().catch((error: unknown) => void log.error("account not read", error));
  if (found === undefined) return data({ view: null, isUnread: true }, { status: 503 });
  if (!found) return data({ view: null, isUnread: false }, { status: 404 });
  const view = toUserView(found, { manager, locale: findLocale(request.headers.get("Accept-Language")) });
  return data({ view, isUnread: false, done: url.searchParams.get("done") });
}

/** Every change of one account is a form below its row; the list stays as the address says it. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const listQuery = writeListQuery(userList, readListState(userList, url.searchParams));
  const manager = toManager(context.get(staffContext));
  return answerUser({ request, id: params.id, manager, listQuery, scope: context.get(requestScope) });
}

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ isUnread }) => !isUnread);
}
clientLoader.hydrate = true as const;

/** Without a network the account stays open, with everything that was chosen. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Refusal> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    const title = "The site could not be reached. Nothing has been done; please try again.";
    return { status: 0, title, problems: [] };
  }
}

/** A refused change is shown together with the current state of the account. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || actionStatus === 404 || defaultShouldRevalidate;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const missing = loaderData?.isUnread ? "Account not read" : "Account not found";
  const name = loaderData?.view ? (loaderData.view.name ?? loaderData.view.email) : missing;
  return [{ title: `${name} | ${brand.name} staff` }, { name: "robots", content: "noindex" }];
}

/** One account, below its row in the list. */
export default function User({ loaderData, actionData, params }: Route.ComponentProps) {
  const context = useOutletContext<{ state: UserListState } | undefined>();
  const query = context ? writeListQuery(userList, context.state) : "";
  const own = `${userList.path}/${params.id}${query}`;
  const { view } = loaderData;
  if (view)
    return <UserDetail key={view.id} view={view} done={loaderData.done} refused={actionData ?? null} own={own} />;
  return (
    <div className="user-missing" data-detail="" tabIndex={-1}>
      {loaderData.isUnread ? (
        <ErrorState
          title="The account could not be read just now"
          action={
            <Link className={nameButton()} to={own} reloadDocument>
              Try again
            </Link>
          }
        >
          Nothing is lost. Please try again in a minute.
        </ErrorState>
      ) : (
        <EmptyState
          title="No such account"
          action={
            <Link className={nameButton()} to={userList.path + query}>
              Go to the list
            </Link>
          }
        >
          It may have been removed, or the address is not complete.
        </EmptyState>
      )}
    </div>
  );
}

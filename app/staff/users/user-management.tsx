import { loadCached } from "#app/client/query-client.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { findLocale } from "#app/shared/find-locale.ts";
import { countPages, parsePage } from "#app/shared/pagination.ts";
import { Pager } from "#app/ui/pager.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { listUsers, usersPerPage } from "#worker/accounts/list-users.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/user-management.ts";
import { toUserRows } from "./user-rows.ts";
import { page as usersPage } from "./page.ts";
import { UserTable } from "./user-table.tsx";

export const middleware = [requirePermission(usersPage.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const page = parsePage(url.searchParams.get("page"));
  const { users, total } = await listUsers(openDb(context.get(requestScope).env.DB), { page });
  const locale = findLocale(request.headers.get("Accept-Language"));
  return { users: toUserRows(users, locale), total, page, pages: countPages(total, usersPerPage) };
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta(usersPage);

export default function UserManagement({ loaderData }: Route.ComponentProps) {
  const { users, total, page, pages } = loaderData;
  return (
    <>
      <PageHead title="User management">
        {total === 1 ? "1 account" : `${total} accounts`}. Accounts can be read here; changing them is not part of the
        site yet.
      </PageHead>
      <UserTable users={users} />
      {pages > 1 && (
        <Pager
          label="Pages of accounts"
          className="staff-pager"
          previous={page > 1 ? `?page=${page - 1}` : null}
          next={page < pages ? `?page=${page + 1}` : null}
        >
          <span>
            Page {page} of {pages}
          </span>
        </Pager>
      )}
    </>
  );
}

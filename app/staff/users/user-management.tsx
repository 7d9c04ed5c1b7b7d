import { Link } from "react-router";
import { z } from "zod";
import { loadCached } from "#app/client/query-client.ts";
import { requirePage } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { findLocale } from "#app/staff/analytics/format-overview.ts";
import { describePage } from "#app/staff/staff-pages.ts";
import { listUsers, usersPerPage } from "#worker/accounts/list-users.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/user-management.ts";
import { describeUsers } from "./describe-users.ts";
import { UserTable } from "./user-table.tsx";

/** A page number that makes no sense means the first page. */
const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1);

export async function loader({ context, request, url }: Route.LoaderArgs) {
  requirePage(context, "/user-management");
  const page = pageNumber.parse(url.searchParams.get("page") ?? 1);
  const { users, total } = await listUsers(openDb(context.get(requestScope).env.DB), { page });
  const locale = findLocale(request.headers.get("Accept-Language"));
  return { users: describeUsers(users, locale), total, page, pages: Math.max(1, Math.ceil(total / usersPerPage)) };
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader);
}
clientLoader.hydrate = true as const;

export const meta = () => describePage("/user-management");

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
        <nav className="staff-pager" aria-label="Pages of accounts">
          {page > 1 && <Link to={`?page=${page - 1}`}>Previous page</Link>}
          <span>
            Page {page} of {pages}
          </span>
          {page < pages && <Link to={`?page=${page + 1}`}>Next page</Link>}
        </nav>
      )}
    </>
  );
}

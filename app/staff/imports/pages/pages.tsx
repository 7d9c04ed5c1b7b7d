import { data, Link } from "react-router";
import { z } from "zod";
import { loadCached, queryClient } from "#app/client/query-client.client.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { EmptyState, ErrorState } from "#app/staff-kit/states.tsx";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { TryAgain } from "#app/staff-kit/try-again.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { kindNames } from "../imports-list.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { LocalTime, toInstant } from "#app/ui/local-time.tsx";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { ImportedPageId } from "#worker/db/imports-tables.ts";
import { deletePage, type ListedPage, listPages } from "#worker/imports/list-pages.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import { parseForm } from "#worker/lib/forms/parse-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { DeskLinks } from "#app/staff/insights/desk-links.tsx";
import { page } from "#app/staff/insights/page.ts";
import type { Route } from "./+types/pages.ts";
import { DeletePage } from "./delete-page.tsx";
import { pagesPath } from "./pages-path.ts";
import "../recipes.ts";
import "#app/staff-kit/recipes.ts";
import "#app/staff/insights/recipes.ts";
import "#app/staff/insights/insights.css";
import "../import.css";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

const schema = z.object({ id: z.uuid().transform((id) => id as ImportedPageId) });
const position = z.object({ at: z.coerce.number().int().min(0), id: z.uuid() });

export async function loader({ context, request }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const locale = findLocale(request.headers.get("Accept-Language"));
  const before = position.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  try {
    const { pages, hasMore } = await listPages(openDb(env.DB), before.data);
    const last = hasMore ? pages.at(-1) : undefined;
    const next = last ? `?at=${last.created_at}&id=${last.id}` : null;
    return data({ pages: pages.map((row) => toRow(row, locale)), next });
  } catch (error) {
    log.error("imported pages not read", error);
    return data({ pages: null, next: null }, { status: 503 });
  }
}

function toRow({ id, created_at, ...row }: ListedPage, locale: string) {
  return { ...row, id: id as string, came: toInstant(created_at, locale) };
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ pages }) => pages !== null);
}
clientLoader.hydrate = true as const;

/** Deletes a page. */
export async function action({ context, request }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const actor = context.get(staffContext).user.id as AccountId;
  const { value } = await parseForm(request, schema);
  if (!value) return data({ said: "This form is not whole. Open the page again.", isFault: true }, { status: 400 });
  try {
    const title = await deletePage(openDb(scope.env.DB), { id: value.id, actor }, scope);
    return data({ said: `“${title}” is deleted.`, isFault: false });
  } catch (error) {
    if (error instanceof NotFoundError) return data({ said: error.message, isFault: true }, { status: 404 });
    scope.log.error("imported page not deleted", error);
    const said = "The database did not answer. Nothing is deleted; please try again in a minute.";
    return data({ said, isFault: true }, { status: 503 });
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction();
  // The cached list has the page that is gone.
  queryClient.clear();
  return answer;
}

export const meta = () => buildPageMeta({ ...page, name: "Pages of former sites" });

export default function ImportedPages({ loaderData: { pages, next }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Pages of former sites">
        Pages such as “About us” are no articles. Imports keep them here, where they can be read. No visitor sees them.
      </PageHead>
      <DeskLinks />
      <div className="import-page">
        {actionData && (
          <p
            className={actionData.isFault ? "import-note import-note-error" : "import-note"}
            role={actionData.isFault ? "alert" : "status"}
          >
            {actionData.said}
          </p>
        )}
        {pages === null && (
          <ErrorState title="The pages could not be read" action={<TryAgain to="" />}>
            The database did not answer. Nothing is lost.
          </ErrorState>
        )}
        {pages?.length === 0 && (
          <EmptyState title="No pages">Pages that an import of WordPress or Ghost finds are listed here.</EmptyState>
        )}
        {pages && pages.length > 0 && <Table pages={pages} />}
        {next !== null && (
          <p className="kit-row">
            <Link className={nameButton()} to={next}>
              Earlier pages
            </Link>
          </p>
        )}
      </div>
    </>
  );
}

type PageRow = ReturnType<typeof toRow>;

function Table({ pages }: { pages: readonly PageRow[] }) {
  return (
    <>
      {/* Can be scrolled, so it has to be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <div className="import-table" role="region" aria-label="Pages of former sites" tabIndex={0}>
        <table className="kit-table">
          <TableHead names={["Page", "From", "Came"]} unseen="Delete" />
          <tbody>
            {pages.map(({ id, title, path, source, status, came }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to={`${pagesPath}/${id}`}>{title}</Link>
                  <span>{path || "No address"}</span>
                </th>
                <td>
                  {source.replace(/^\S+ /, "")}
                  <span className="import-by">{`${kindNames[source.split(" ")[0] ?? ""] ?? ""}, ${status}`}</span>
                </td>
                <td>
                  <LocalTime at={came} />
                </td>
                <td>
                  <DeletePage id={id} title={title} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

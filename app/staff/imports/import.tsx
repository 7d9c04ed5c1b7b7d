import { data, Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { exportAddress } from "#shared/imports/export-parts.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { ErrorState } from "#app/staff-kit/states.tsx";
import { TryAgain } from "#app/staff-kit/try-again.tsx";
import { orOffline } from "#app/staff/lists/answer-offline.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { type ListedImport, readImportPage } from "#worker/imports/list-imports.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { DeskLinks } from "#app/staff/insights/desk-links.tsx";
import { page } from "#app/staff/insights/page.ts";
import type { Route } from "./+types/import.ts";
import { answerUndo, type UndoAnswer } from "./answer-undo.ts";
import { ExportProgress } from "./export-progress.tsx";
import { ImportSteps } from "./import-steps.tsx";
import { ImportsList } from "./imports-list.tsx";
import { pagesPath } from "./pages/pages-path.ts";
import { useExport } from "./use-export.ts";
import { UndoOutcome } from "./undo-outcome.tsx";
import "./recipes.ts";
import "../insights/recipes.ts";
import "#app/staff/insights/insights.css";
import "./import.css";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const locale = findLocale(request.headers.get("Accept-Language"));
  try {
    const { imports, authors, categories } = await readImportPage(openDb(env.DB));
    return data({ imports: imports.map((row) => toRow(row, locale)), authors, categories });
  } catch (error) {
    log.error("imports not read", error);
    return data({ imports: null, authors: [], categories: [] }, { status: 503 });
  }
}

function toRow({ started_at, undone_at, finished_at, ...row }: ListedImport, locale: string) {
  return {
    ...row,
    id: row.id as string,
    startedAt: toInstant(started_at, locale),
    undoneAt: undone_at === null ? null : toInstant(undone_at, locale),
    isFinished: finished_at !== null,
  };
}

export type ImportRow = ReturnType<typeof toRow>;

/** Takes an import back. */
export async function action({ context, request }: Route.ActionArgs) {
  const actor = context.get(staffContext).user.id as AccountId;
  return answerUndo(request, { actor, scope: context.get(requestScope) });
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ imports }) => imports !== null);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const trouble = "The site could not be reached. Nothing has been done; please try again.";
  return orOffline(serverAction, () => data<UndoAnswer>({ undone: null, trouble }, { status: 503 }));
}

/** After an import was taken back, or came to its end, the list is loaded again. */
export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta({ ...page, name: "Import articles" });

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { imports, authors, categories } = loaderData;
  const exporting = useExport();
  return (
    <>
      <PageHead
        title="Import and export"
        actions={
          <a
            className={nameButton()}
            href={exportAddress}
            onClick={(event) => {
              event.preventDefault();
              void exporting.start();
            }}
          >
            <Icon name="download" />
            Export everything
          </a>
        }
      >
        First you see what would become of each post. Nothing is stored before you start the import.
      </PageHead>
      <DeskLinks />
      <div className="import-page">
        <ExportProgress {...exporting} />
        {actionData && <UndoOutcome answer={actionData} />}
        <p className="import-note import-without-script: [:root.js_&]:hidden">
          An import runs in your browser and needs JavaScript. The export does not.
        </p>
        <ImportSteps authors={authors} categories={categories} />
        <section aria-labelledby="imports-title">
          <h2 id="imports-title">Imports so far</h2>
          <p>
            <Link to={pagesPath}>Pages of former sites</Link>, which are no articles, are kept apart.
          </p>
          {imports ? (
            <ImportsList imports={imports} />
          ) : (
            <ErrorState title="The imports could not be read" action={<TryAgain to="" />}>
              The database did not answer. Nothing is lost.
            </ErrorState>
          )}
        </section>
      </div>
    </>
  );
}

import { data, Link } from "react-router";
import { z } from "zod";
import { loadCached } from "#app/client/query-client.client.ts";
import { describeLoss, type Loss } from "#shared/insights/losses.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { openDb } from "#worker/db/client.ts";
import type { ImportedPageId } from "#worker/db/imports-tables.ts";
import { readPage } from "#worker/imports/list-pages.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { DeskLinks } from "#app/staff/insights/desk-links.tsx";
import { page } from "#app/staff/insights/page.ts";
import type { Route } from "./+types/one-page.ts";
import { DeletePage } from "./delete-page.tsx";
import { pagesPath } from "./pages-path.ts";
import "../recipes.ts";
import "#app/staff/insights/recipes.ts";
import "#app/staff/insights/insights.css";
import "../import.css";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  const id = z.uuid().safeParse(params.id).data;
  if (id === undefined) throw data(null, { status: 404 });
  try {
    const { title, path, source, status, markdown, html, losses } = await readPage(
      openDb(env.DB),
      id as ImportedPageId,
    );
    return { id, title, path, source, status, markdown, html, losses: JSON.parse(losses) as Loss[] };
  } catch (error) {
    if (error instanceof NotFoundError) throw data(null, { status: 404 });
    throw error;
  }
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, () => true);
}
clientLoader.hydrate = true as const;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  buildPageMeta({ ...page, name: loaderData?.title ?? "A page of a former site" });

/** A page of a former site: its texts are shown as they are written, and never as HTML. */
export default function ImportedPage({ loaderData }: Route.ComponentProps) {
  const { id, title, path, source, status, markdown, html, losses } = loaderData;
  return (
    <>
      <PageHead title={title} actions={<DeletePage id={id} title={title} />}>
        {`From ${source.replace(/^\S+ /, "")}${path === "" ? "" : `, where it was at ${path}`}. It was ${status === "draft" ? "a draft" : status} there.`}
      </PageHead>
      <DeskLinks />
      <div className="import-page">
        {losses.length > 0 && (
          <div className="import-note">
            <p>What its text has lost:</p>
            <ul>
              {losses.map((loss) => (
                <li key={describeLoss(loss)}>{describeLoss(loss)}</li>
              ))}
            </ul>
          </div>
        )}
        <Source name="Text (Markdown)" text={markdown} />
        <Source name="HTML of the former site" text={html} />
        <p className="kit-row">
          <Link className={nameButton()} to={pagesPath}>
            All pages
          </Link>
        </p>
      </div>
    </>
  );
}

function Source({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <h2>{name}</h2>
      <pre
        className="import-source: max-h-60vh p-[12px_16px] overflow-auto text-14 whitespace-pre-wrap wrap-anywhere bg-surface border-1px-line rounded-control"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
        tabIndex={0}
        role="region"
        aria-label={name}
      >
        {text || "There is none."}
      </pre>
    </div>
  );
}

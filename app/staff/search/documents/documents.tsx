import { Form, Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { Fault } from "#app/staff-kit/fault.tsx";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { answerOffline } from "#app/staff/lists/answer-offline.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { LocalDay } from "#app/ui/local-time.tsx";
import type { Route } from "./+types/documents.ts";
import { page } from "../page.ts";
import { parts } from "../parts.ts";
import { answerPart, readPart } from "../read-part.ts";
import { ScrollTable } from "../scroll-table.tsx";
import { TablePager } from "../table-pager.tsx";
import { SearchPage } from "../search-page.tsx";
import { answerDocuments, documentsSchema } from "./answer-documents.ts";
import { DocumentPanel } from "./document-panel.tsx";
import { buildDocumentsPath, type DocumentsAsked } from "./asked.ts";
import { type DocumentsView, loadDocuments } from "./documents-view.ts";
import "../recipes.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export const loader = (args: Route.LoaderArgs) => readPart(args, loadDocuments);

export const action = (args: Route.ActionArgs) => answerPart(args, documentsSchema, answerDocuments);

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const meta = () => buildPageMeta({ ...page, name: parts.documents.name });

export default function Documents({ loaderData: { view, done, why }, actionData }: Route.ComponentProps) {
  return (
    <SearchPage
      part="documents"
      done={
        done === "embedding"
          ? "The selected documents are embedded again. The overview shows how far it has come."
          : null
      }
      answer={actionData}
      why={why}
      sentence="What can be found: public pages, articles and openings, cut at their headings. Nothing about people is in it."
    >
      {view && (
        <>
          <DocumentFilters asked={view.asked} kinds={view.kinds} />
          {view.isMissing && <Fault>The search does not have this document, or not any more.</Fault>}
          <div
            className="search-beside: data-[open]:grid data-[open]:grid-cols-[minmax(0,_3fr)_minmax(0,_2fr)] data-[open]:gap-[0_24px] data-[open]:items-start lt-md:data-[open]:grid-cols-[minmax(0,_1fr)]"
            data-open={view.open ? "" : undefined}
          >
            {view.rows.length === 0 ? (
              <EmptyState title={view.asked.words || view.asked.kind ? "No such document" : "Nothing is indexed yet"}>
                {view.asked.words || view.asked.kind
                  ? "No title and no address has these words."
                  : "Public pages, articles and openings come in by themselves within minutes."}
              </EmptyState>
            ) : (
              <DocumentTable view={view} />
            )}
            {view.open && <DocumentPanel document={view.open} />}
          </div>
        </>
      )}
    </SearchPage>
  );
}

function DocumentFilters({ asked, kinds }: { asked: DocumentsAsked; kinds: DocumentsView["kinds"] }) {
  return (
    <div className="search-filters">
      <nav className="search-segments" aria-label="Kind">
        {[{ value: "", name: "All" }, ...kinds].map(({ value, name }) => (
          <Link
            key={value}
            to={buildDocumentsPath(asked, { kind: value, page: 1, key: "" })}
            aria-current={value === asked.kind ? "true" : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Form key={asked.words} className="search-words" role="search" action={parts.documents.path}>
        {asked.kind !== "" && <input type="hidden" name="kind" value={asked.kind} />}
        <label className="kit-unseen" htmlFor="document-words">
          Documents with these words in their title or address
        </label>
        <input
          id="document-words"
          className="kit-input"
          type="search"
          name="q"
          defaultValue={asked.words}
          maxLength={100}
          placeholder="Title or address"
        />
        <Button type="submit">Find</Button>
      </Form>
    </div>
  );
}

function DocumentTable({ view: { asked, total, rows, previousTo, nextTo } }: { view: DocumentsView }) {
  const heads = [
    <span key="select" className="kit-unseen">
      Select
    </span>,
    "Document",
    "Kind",
    "Chunks",
    "Embedded",
    "Indexed",
  ];
  return (
    <Form className="search-documents" method="post" action={buildDocumentsPath(asked)} preventScrollReset>
      <div className="search-facts">
        <span>{total} documents</span>
        <Button type="submit" isSmall name="do" value="embed">
          Re-embed selected
        </Button>
      </div>
      <ScrollTable label="Documents" heads={heads} numbers={[3, 4]}>
        {rows.map(({ key, title, kind, path, chunks, embedded, isWhole, indexed, openTo }) => (
          <tr key={key} data-open={key === asked.key || undefined}>
            <td className="search-check">
              <input type="checkbox" name="key" value={key} aria-label={`Select ${title}`} />
            </td>
            <th scope="row">
              <Link to={openTo} aria-current={key === asked.key ? "true" : undefined}>
                {title}
              </Link>
              <span>{path}</span>
            </th>
            <td>{kind}</td>
            <td className="search-number">{chunks}</td>
            <td className="search-number" data-bad={!isWhole || undefined}>
              {embedded}
            </td>
            <td>
              <LocalDay at={indexed} />
            </td>
          </tr>
        ))}
      </ScrollTable>
      <TablePager page={asked.page} previous={previousTo} next={nextTo} />
    </Form>
  );
}

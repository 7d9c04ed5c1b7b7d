import { Link } from "react-router";
import { labels } from "#app/content/labels.ts";
import { buildAskPath, search, startPages } from "#app/content/pages/search.ts";
import {
  buildSearchPath,
  correctQuery,
  resultsPerPage,
  searchKinds,
  type ShownSearch,
} from "#shared/search/site-search.ts";
import { Pager } from "#app/ui/pager.tsx";
import { Breadcrumb } from "../parts/breadcrumb.tsx";
import { Quotes } from "./quotes.tsx";
import { ResultList } from "./result-list.tsx";
import { SearchForm } from "./search-form.tsx";
import "./recipes.ts";

/** What was found, or where to begin. */
export function SearchResults({ found }: { found: ShownSearch }) {
  const { query, kind, page, pages, quotes, results } = found;
  return (
    <div className="wrap search-page: pt-[clamp(24px,_3vw,_48px)] pb-section [&>h1]:max-w-46rem [&>h1]:mb-28px [&>h1]:wrap-anywhere">
      <Breadcrumb trail={[{ to: "/", name: labels.home }]} here={search.name} />
      <h1 className={query === "" ? "d2" : "d3"}>
        {query === "" ? (
          search.name
        ) : (
          <>
            {search.spelling.search} “<bdi>{query}</bdi>”
          </>
        )}
      </h1>
      {query === "" && <p className="lead">{search.lead}</p>}
      <SearchForm id="search-site" query={query} kind={kind} />
      {query === "" ? (
        <StartPages title={search.start} />
      ) : (
        <>
          <Kinds found={found} />
          <Spelling found={found} />
          <Outcome found={found} />
          {quotes.length > 0 && <Quotes quotes={quotes} />}
          {results.length > 0 && (
            <ResultList results={results} first={(page - 1) * resultsPerPage + 1} isMixed={kind === null} />
          )}
          {pages > 1 && (
            <Pager
              label={search.pages}
              className="result-pages: flex flex-wrap gap-16px items-center max-w-46rem pt-28px border-t-1px-line tabular-nums print:hidden"
              linkClassName="btn btn-outline btn-small"
              previous={page > 1 ? buildSearchPath({ ...found, page: page - 1 }) : null}
              next={page < pages ? buildSearchPath({ ...found, page: page + 1 }) : null}
              viewTransition
            >
              <span>{search.page(page, pages)}</span>
            </Pager>
          )}
          {results.length > 0 ? <AskUs query={query} /> : <Nothing found={found} />}
        </>
      )}
    </div>
  );
}

/** Links to each kind of what was found. */
function Kinds({ found: { query, kind, kinds, isExact } }: { found: ShownSearch }) {
  const all = Math.min(
    50,
    Object.values(kinds).reduce((sum, count) => sum + count, 0),
  );
  const shown = searchKinds.filter((one) => (kinds[one.kind] ?? 0) > 0 || one.kind === kind);
  if (shown.length < 2 && kind === null) return null;
  const links = [
    { kind: null, name: search.all, count: all },
    ...shown.map((one) => ({ kind: one.kind, name: one.name, count: kinds[one.kind] ?? 0 })),
  ];
  return (
    <nav aria-label={search.kinds}>
      <ul className="search-kinds: flex flex-wrap gap-8px mt-24px [&_span]:text-ink-2 [&_span]:tabular-nums [&_[aria-current]]:text-bg [&_[aria-current]>span]:text-bg [&_[aria-current]]:bg-ink print:hidden forced:[&_[aria-current]]:[outline:2px_solid_Highlight]">
        {links.map((link) => (
          <li key={link.name}>
            <Link
              to={buildSearchPath({ query, kind: link.kind, isExact })}
              aria-current={link.kind === kind ? "page" : undefined}
              viewTransition
            >
              {link.name} <span>{link.count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Says what was sought in place of words that nothing has, and offers the exact search. */
function Spelling({ found }: { found: ShownSearch }) {
  const { query, kind, corrected, isExact, results } = found;
  const meant = correctQuery(found);
  if (corrected.length === 0 || meant === query) return null;
  const corrections = buildSearchPath({ query: meant, kind });
  if (isExact)
    return (
      <p className="search-spelling">
        {search.spelling.meant}{" "}
        <Link to={corrections} viewTransition>
          <bdi>{meant}</bdi>
        </Link>
        ?
      </p>
    );
  if (results.length === 0) return null;
  return (
    <p className="search-spelling">
      {search.spelling.showing}{" "}
      <Link to={corrections} viewTransition>
        <bdi>{meant}</bdi>
      </Link>
      . {search.spelling.search}{" "}
      <Link to={buildSearchPath({ query, kind, isExact: true })} viewTransition>
        <bdi>{query}</bdi>
      </Link>{" "}
      {search.spelling.instead}
    </p>
  );
}

function Outcome({ found: { query, kind, page, total, isMore } }: { found: ShownSearch }) {
  const isFirst = page === 1 && kind === null;
  return (
    <p
      className={total === 0 ? "sr-only" : "result-count"}
      role="status"
      data-event-search={isFirst ? query : undefined}
      data-event-found={total}
    >
      {total === 0 ? search.nothing.title : search.found(total, isMore)}
    </p>
  );
}

/** What may help: the nearest pages, or where many begin; and the contact form with what was sought. */
function Nothing({ found: { query, kind, kinds, nearest } }: { found: ShownSearch }) {
  const hasOthers = kind !== null && Object.values(kinds).some((count) => count > 0);
  const { title, text, ofKind, ask, otherKinds, alike, start } = search.nothing;
  return (
    <>
      <section
        className="search-nothing: grid gap-12px justify-items-start max-w-46rem p-[clamp(28px,_4vw,_56px)] mt-32px bg-surface"
        aria-labelledby="nothing-title"
      >
        <h2 id="nothing-title" className="h4">
          {title}
        </h2>
        <p>{hasOthers ? ofKind : text}</p>
        <Link
          to={buildAskPath(query)}
          className="btn btn-primary btn-small"
          data-event="call-to-action"
          data-event-data="search"
          viewTransition
        >
          {ask}
        </Link>
      </section>
      {nearest.length > 0 ? (
        <section className="search-nearest: max-w-60rem mt-[clamp(40px,_4vw,_64px)]" aria-labelledby="nearest-title">
          <h2 id="nearest-title" className="h4">
            {hasOthers ? otherKinds : alike}
          </h2>
          <ResultList results={nearest} first={1} isMixed level="h3" />
        </section>
      ) : (
        <StartPages title={start} />
      )}
    </>
  );
}

function AskUs({ query }: { query: string }) {
  return (
    <p className="search-ask: [&_a]:font-600 [&_a]:text-ink [&_a]:underline [&_a]:underline-offset-4px max-w-46rem pt-28px text-ink-2 print:hidden">
      {search.notMeant}{" "}
      <Link to={buildAskPath(query)} data-event="call-to-action" data-event-data="search" viewTransition>
        {search.nothing.ask}
      </Link>
    </p>
  );
}

function StartPages({ title }: { title: string }) {
  return (
    <section
      className="search-start: max-w-60rem mt-[clamp(40px,_4vw,_64px)] [&>ul]:grid [&>ul]:grid-cols-[repeat(auto-fill,_minmax(min(100%,_17rem),_1fr))] [&>ul]:gap-[4px_32px] [&>ul]:mt-12px [&_li]:py-10px [&_li]:border-t-1px-line [&_p]:text-ink-2 [&_p]:text-15"
      aria-labelledby="start-title"
    >
      <h2 id="start-title" className="h4">
        {title}
      </h2>
      <ul>
        {startPages.map(({ to, name, line }) => (
          <li key={to}>
            <Link to={to} className="more" viewTransition>
              {name}
              <span className="i-ph-arrow-right" aria-hidden="true" />
            </Link>
            <p>{line}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

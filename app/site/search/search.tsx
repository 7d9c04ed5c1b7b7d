import { data } from "react-router";
import type { WebSite } from "schema-dts";
import { brand } from "#app/content/brand.ts";
import { search } from "#app/content/pages/search.ts";
import { cleanLine } from "#shared/text/clean-line.ts";
import { parsePage } from "#shared/pages/pagination.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { isSearchKind, longestQuery, type ShownSearch } from "#shared/search/site-search.ts";
import { now } from "#worker/lib/clock.ts";
import { TooManyAttemptsError } from "#worker/lib/errors.ts";
import { limitSearches } from "#worker/lib/limits/limit-searches.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { openSearchScope } from "#worker/search/find/open-scope.ts";
import { showSearch } from "#worker/search/find/show-search.ts";
import { NotFound } from "../not-found-notice.tsx";
import { buildMeta, buildMissingMeta } from "../parts/page-meta.ts";
import type { Route } from "./+types/search.ts";
import { SearchForm } from "./search-form.tsx";
import { SearchResults } from "./search-results.tsx";
import "./recipes.ts";
import "./search.css";

export function links() {
  return [{ rel: "search", type: "application/opensearchdescription+xml", href: "/opensearch.xml", title: brand.name }];
}

/** Asked anew each time: what is taken off the site is not found from that moment on. */
export const handle = { cache: "fresh" } satisfies RouteHandle;

type Outcome =
  | { state: "shown"; found: ShownSearch }
  | { state: "missing" | "unavailable"; query: string }
  /** Too many searches: again after `retryAfter` seconds. */
  | { state: "limited"; query: string; retryAfter: number };

/** One page of what `?q=` finds, of one kind with `?kind=`; `?exact` takes words as they are written. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const { searchParams } = url;
  const query = cleanLine(searchParams.get("q") ?? "", longestQuery);
  const kind = searchParams.get("kind");
  const page = parsePage(searchParams.get("page"));
  const robots = { "X-Robots-Tag": "noindex" };
  try {
    if (query !== "") await limitSearches(request, { env });
    const found = await showSearch(openSearchScope(env), {
      query,
      kind: isSearchKind(kind) ? kind : null,
      page,
      isExact: searchParams.has("exact"),
      now: now(),
    });
    if (page > found.pages) return data<Outcome>({ state: "missing", query }, { status: 404, headers: robots });
    return data<Outcome>({ state: "shown", found }, { headers: robots });
  } catch (error) {
    if (error instanceof TooManyAttemptsError)
      return data<Outcome>(
        { state: "limited", query, retryAfter: error.retryAfter },
        { status: 429, headers: { ...robots, "Retry-After": String(error.retryAfter) } },
      );
    log.error("site not searched", error, { path: url.pathname });
    return data<Outcome>({ state: "unavailable", query }, { status: 503, headers: robots });
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData?.state !== "shown")
    return buildMissingMeta(
      loaderData?.state === "missing" || !loaderData ? undefined : search[loaderData.state].title,
    );
  const { query, page } = loaderData.found;
  const title = query === "" ? search.meta.title : search.title(query, page);
  const described = { path: "/search", name: search.name, meta: { ...search.meta, title }, imageOf: "/" };
  const things = [describeSearch(matches[1].loaderData?.origin ?? "")];
  return buildMeta({ ...described, isUnlisted: true, things }, { matches });
}

/** How the site is searched, for programs that read JSON-LD (schema.org). It is said here alone: the home page's scripts are full. */
function describeSearch(origin: string): WebSite {
  const action = {
    "@type": "SearchAction",
    target: { "@type": "EntryPoint", urlTemplate: `${origin}/search?q={search_term_string}` },
    "query-input": "required name=search_term_string",
  };
  return { "@type": "WebSite", "@id": `${origin}/#website`, potentialAction: action } as WebSite;
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.state === "missing") return <NotFound />;
  if (loaderData.state === "shown") return <SearchResults found={loaderData.found} />;
  const { title, text } = search[loaderData.state];
  return (
    <section className="wrap notice" aria-labelledby="notice-title">
      <div>
        <h1 id="notice-title" className="d2">
          {title}
        </h1>
        <p className="lead" role="status">
          {loaderData.state === "limited" ? `${text} ${loaderData.retryAfter} seconds.` : text}
        </p>
        <SearchForm id="search-again" query={loaderData.query} />
      </div>
    </section>
  );
}

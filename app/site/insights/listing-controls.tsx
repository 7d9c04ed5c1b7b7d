import type { FormEvent } from "react";
import { Link, useNavigate } from "react-router";
import { insights } from "#app/content/pages/insights.ts";
import { Pager } from "#app/ui/pager.tsx";
import type { Topic } from "#worker/insights/list-insights.ts";
import { type ListingParams, buildListingPath } from "./listing-params.ts";
import "./recipes.ts";

interface ControlsProps {
  categories: readonly Topic[];
  /** Slug of the category shown; "" for all categories; null in a search or under a tag. */
  current: string | null;
  query: string;
}

/** Links to the categories, and the search form. */
export function ListingControls({ categories, current, query }: ControlsProps) {
  const links = [
    { slug: "", name: "All", to: "/insights" },
    ...categories.map(({ slug, name }) => ({ slug, name, to: `/insights/category/${slug}` })),
  ];

  return (
    <div className="listing-controls: flex flex-wrap gap-[20px_32px] items-center justify-between mb-32px [.lead-card+&]:mt-[clamp(40px,_4vw,_64px)] print:hidden">
      <nav aria-label={insights.categories}>
        <ul className="chips">
          {links.map(({ slug, name, to }) => (
            <li key={slug}>
              <Link to={to} className="chip" aria-current={slug === current ? "page" : undefined} viewTransition>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SearchBox query={query} />
    </div>
  );
}

/** The search form, which needs no script. */
export function SearchBox({ query }: { query: string }) {
  const navigate = useNavigate();

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get("q") ?? "");
    void navigate(buildListingPath("/insights", { page: 1, query }), { viewTransition: true });
  }

  return (
    <form
      action="/insights"
      role="search"
      className="search-box: relative flex-[0_1_22rem] [.notice_&]:max-w-30rem [.notice_&]:mt-28px lt-sm:[flex-basis:100%]"
      onSubmit={search}
    >
      <label className="sr-only" htmlFor="search-articles">
        {insights.search.label}
      </label>
      <input
        id="search-articles"
        type="search"
        name="q"
        defaultValue={query}
        key={query}
        maxLength={100}
        required
        placeholder={insights.search.label}
      />
      <button type="submit" className="btn btn-primary btn-small">
        {insights.search.button}
      </button>
    </form>
  );
}

interface PaginationProps {
  path: string;
  params: ListingParams;
  pages: number;
}

/** Links to the previous and next page and to the pages near this one. Renders nothing when there is only one page. */
export function Pagination({ path, params, pages }: PaginationProps) {
  if (pages < 2) return null;
  const { page } = params;
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) <= 2,
  );
  const to = (one: number) => buildListingPath(path, { ...params, page: one });
  return (
    <Pager
      label={insights.pages.label}
      className="pagination: flex flex-wrap gap-12px items-center justify-center mt-64px [&>ul]:flex [&>ul]:flex-wrap [&>ul]:gap-4px print:hidden"
      linkClassName="btn btn-outline btn-small"
      previous={page > 1 ? to(page - 1) : null}
      previousName={insights.pages.newer}
      next={page < pages ? to(page + 1) : null}
      nextName={insights.pages.older}
      viewTransition
    >
      <ul>
        {near.map((one) => (
          <li key={one}>
            <Link to={to(one)} className="chip" aria-current={one === page ? "page" : undefined} viewTransition>
              <span className="sr-only">{insights.pages.page} </span>
              {one}
            </Link>
          </li>
        ))}
      </ul>
    </Pager>
  );
}

import type { FormEvent } from "react";
import { Link, useRevalidator } from "react-router";
import { labels } from "#app/content/labels.ts";
import { openingWords } from "#app/content/pages/openings.ts";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { OpeningFilterForm } from "./opening-filter-form.tsx";
import { OpeningTable } from "./opening-table.tsx";
import type { LimitedOpenings, ListedOpenings, Openings } from "./load-openings.server.ts";
import "./recipes.ts";

/**
 * The list of openings with its filters. Not rendered when there are no openings: the top of the page tells the
 * visitor.
 */
export function OpeningsSection({ openings }: { openings: Openings }) {
  if (openings.state === "none") return null;
  return (
    <section id="openings" className="section" aria-labelledby="openings-title" tabIndex={-1}>
      <div className="wrap">
        <SectionHead
          id="openings-title"
          title={openingWords.title}
          note={
            <>
              {openingWords.note}{" "}
              <Link className="job-link" to="/careers/apply">
                {openingWords.unlisted}
              </Link>
            </>
          }
        />
        {openings.state === "failed" && <NotRead />}
        {openings.state === "limited" && <Limited openings={openings} />}
        {openings.state === "listed" && <Listed openings={openings} />}
      </div>
    </section>
  );
}

function Listed({ openings }: { openings: ListedOpenings }) {
  const { jobs, isFiltered } = openings;
  return (
    <>
      <OpeningFilterForm openings={openings} />
      <div className="job-count: flex flex-wrap gap-[12px_24px] items-center min-h-44px my-[28px_20px] font-600">
        <p role="status" {...openings.search}>
          {countOpenings(openings)}
        </p>
        {isFiltered && (
          <Link className="btn btn-outline btn-small" to="/careers#openings" preventScrollReset onClick={focusOpenings}>
            {openingWords.filters.clear}
          </Link>
        )}
      </div>
      {jobs.length > 0 ? <OpeningTable jobs={jobs} caption={openingWords.title} /> : <NoneFits openings={openings} />}
      <OpeningPager openings={openings} />
    </>
  );
}

/** Too many searches. What was asked for stays, to be sent again. */
function Limited({ openings }: { openings: LimitedOpenings }) {
  return (
    <>
      <OpeningFilterForm openings={openings} />
      <div className="job-note" role="alert">
        <h3 className="h4">{openingWords.limited.title}</h3>
        <p className="muted">{openingWords.limited.text(openings.retryAfter)}</p>
        <Link className="btn btn-outline" to="/careers#openings" preventScrollReset onClick={focusOpenings}>
          {openingWords.limited.all}
        </Link>
      </div>
    </>
  );
}

function countOpenings({ matching, searched, open, isFiltered, page, pages }: ListedOpenings): string {
  const { count: words } = openingWords;
  const all = words.all(open);
  const count = isFiltered ? words.some(matching, all) : all;
  const shown = pages > 1 ? words.page(count, page, pages) : count;
  return searched === null ? shown : words.newest(shown, searched, matching > 0);
}

function NoneFits({ openings }: { openings: ListedOpenings }) {
  const { title, advice } = explainEmptyList(openings);
  return (
    <div className="job-note">
      <h3 className="h4">{title}</h3>
      <p className="muted">{advice}</p>
    </div>
  );
}

function explainEmptyList({ page, matching, searched }: ListedOpenings): { title: string; advice: string } {
  if (page > 1 && matching > 0) return openingWords.ended;
  return searched === null ? openingWords.noneFits : openingWords.noneOfNewest;
}

/** The list could not be read. The button is a form, so that it loads the page again where no script runs. */
function NotRead() {
  const { revalidate } = useRevalidator();

  function tryAgain(event: FormEvent) {
    event.preventDefault();
    void revalidate();
  }

  return (
    <div className="job-note" role="alert">
      <h3 className="h4">{openingWords.unread.title}</h3>
      <p className="muted">{openingWords.unread.text}</p>
      <form onSubmit={tryAgain}>
        <button type="submit" className="btn btn-outline">
          {labels.tryAgain}
        </button>
      </form>
    </div>
  );
}

function OpeningPager({ openings: { asked, page, pages } }: { openings: ListedOpenings }) {
  if (pages === 1 && page === 1) return null;
  const link = (to: number) => {
    const entries = Object.entries({ ...asked, page: String(to) }).filter((entry): entry is [string, string] =>
      Boolean(entry[1]),
    );
    return `/careers?${new URLSearchParams(entries)}#openings`;
  };
  return (
    <Pager
      label={openingWords.pages}
      className="job-pager: flex flex-wrap gap-[12px_24px] items-center min-h-44px mt-28px"
      linkClassName="btn btn-outline btn-small"
      previous={page > 1 ? link(Math.min(page - 1, pages)) : null}
      next={page < pages ? link(page + 1) : null}
    />
  );
}

/** The pressed link is removed, so the list takes the focus. */
function focusOpenings(): void {
  document.getElementById("openings")?.focus({ preventScroll: true });
}

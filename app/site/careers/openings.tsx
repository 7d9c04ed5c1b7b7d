import type { FormEvent } from "react";
import { Link, useRevalidator } from "react-router";
import { careers } from "#app/content/pages/careers.ts";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { JobFilterForm } from "./job-filter-form.tsx";
import { JobTable } from "./job-table.tsx";
import type { LimitedOpenings, ListedOpenings, Openings } from "./load-openings.server.ts";

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
          title={careers.openings.title}
          note={
            <>
              {careers.openings.note}{" "}
              <Link className="job-link" to="/careers/apply">
                {careers.openings.open}
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
      <JobFilterForm openings={openings} />
      <div className="job-count">
        <p role="status" {...openings.search}>
          {countOpenings(openings)}
        </p>
        {isFiltered && (
          <Link className="btn btn-outline btn-small" to="/careers#openings" preventScrollReset onClick={focusOpenings}>
            Clear filters
          </Link>
        )}
      </div>
      {jobs.length > 0 ? <JobTable jobs={jobs} caption="Openings" /> : <NoneFits openings={openings} />}
      <JobPager openings={openings} />
    </>
  );
}

/** Too many searches. What was asked for stays, to be sent again. */
function Limited({ openings }: { openings: LimitedOpenings }) {
  return (
    <>
      <JobFilterForm openings={openings} />
      <div className="job-note" role="alert">
        <h3 className="h4">Too many searches</h3>
        <p className="muted">
          {`Many searches came from your network within a minute. Your words are still here. Please search again in ${openings.retryAfter} seconds.`}
        </p>
        <Link className="btn btn-outline" to="/careers#openings" preventScrollReset onClick={focusOpenings}>
          Show all openings
        </Link>
      </div>
    </>
  );
}

const formatCount = (count: number) => count.toLocaleString("en");

function countOpenings({ matching, searched, open, isFiltered, page, pages }: ListedOpenings): string {
  const all = open === 1 ? "1 opening" : `${formatCount(open)} openings`;
  const count = isFiltered ? `${formatCount(matching)} of ${all}` : all;
  const shown = pages > 1 ? `${count}, page ${page} of ${pages}` : count;
  if (searched === null) return shown;
  return `${matching > 0 ? `At least ${shown}` : shown}. Only the newest ${formatCount(searched)} titles were searched.`;
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
  if (page > 1 && matching > 0)
    return {
      title: "The list ends before this page",
      advice: "Openings may have closed since you came here.",
    };
  if (searched !== null)
    return {
      title: "None of the newest openings fits all of these",
      advice: "Choose a department or a country as well, to search older openings too.",
    };
  return {
    title: "No opening fits all of these",
    advice: "Choose fewer filters, or clear them to see everything that is open.",
  };
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
      <h3 className="h4">The openings could not be loaded</h3>
      <p className="muted">The rest of this page is complete. Please try again in a minute.</p>
      <form onSubmit={tryAgain}>
        <button type="submit" className="btn btn-outline">
          Try again
        </button>
      </form>
    </div>
  );
}

function JobPager({ openings: { asked, page, pages } }: { openings: ListedOpenings }) {
  if (pages === 1 && page === 1) return null;
  const link = (to: number) => {
    const entries = Object.entries({ ...asked, page: String(to) }).filter((entry): entry is [string, string] =>
      Boolean(entry[1]),
    );
    return `/careers?${new URLSearchParams(entries)}#openings`;
  };
  return (
    <Pager
      label="Pages of openings"
      className="job-pager"
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

import { Link } from "react-router";
import { notFound } from "#app/content/pages/not-found.ts";
import { labels } from "#app/content/labels.ts";
import missing from "#app/assets/art/plate-missing.svg?url";
import { CallToAction } from "./call-to-action.tsx";

/** Says that there is no such page, and suggests others. */
export function NotFound() {
  return (
    <>
      <section className="wrap notice" aria-labelledby="missing-title" data-event-missing="">
        <div>
          <h1 id="missing-title" className="d2">
            {notFound.title}
          </h1>
          <p className="lead">{notFound.lead}</p>
          {/* Hydrated or not, it leads to the page of results. */}
          <form action="/search" role="search" className="site-search">
            <label className="sr-only" htmlFor="search-missing">
              {notFound.search.label}
            </label>
            <input id="search-missing" type="search" name="q" maxLength={200} placeholder={notFound.search.label} />
            <button type="submit" className="btn btn-primary btn-small">
              {notFound.search.button}
            </button>
          </form>
          <div className="notice-actions">
            <Link className="btn btn-accent" to="/">
              {labels.toHome}
            </Link>
          </div>
          <h2 className="h4">{notFound.others}</h2>
          <ul className="rows">
            {notFound.suggestions.map(({ to, name, line }) => (
              <li key={to}>
                <Link to={to} className="more" viewTransition>
                  {name}
                  <span className="i-ph-arrow-right" aria-hidden="true" />
                </Link>
                <p>{line}</p>
              </li>
            ))}
          </ul>
        </div>
        <img src={missing} alt="" width={640} height={480} />
      </section>
      <CallToAction />
    </>
  );
}

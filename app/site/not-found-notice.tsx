import { Link } from "react-router";
import missing from "#app/assets/art/plate-missing.svg?url";
import { CallToAction } from "./call-to-action.tsx";

const suggestions = [
  { to: "/#services", name: "Services", line: "What we do, from AI to infrastructure" },
  { to: "/#industries-title", name: "Industries", line: "Whom we do it for" },
  { to: "/contact", name: "Contact Us", line: "Tell us what you were looking for" },
];

/** Says that there is no such page, and suggests others. */
export function NotFound() {
  return (
    <>
      <section className="wrap notice" aria-labelledby="missing-title" data-event-missing="">
        <div>
          <h1 id="missing-title" className="d2">
            One tile is missing
          </h1>
          <p className="lead">
            Page not found: nothing is at this address. It may have moved, or the link has a typing mistake.
          </p>
          {/* Hydrated or not, it leads to the page of results. */}
          <form action="/search" role="search" className="site-search">
            <label className="sr-only" htmlFor="search-missing">
              Search this site
            </label>
            <input id="search-missing" type="search" name="q" maxLength={200} placeholder="Search this site" />
            <button type="submit" className="btn btn-primary btn-small">
              Search
            </button>
          </form>
          <div className="notice-actions">
            <Link className="btn btn-accent" to="/">
              Go to the home page
            </Link>
          </div>
          <h2 className="h4">Or try one of these</h2>
          <ul className="rows">
            {suggestions.map(({ to, name, line }) => (
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

import { Link } from "react-router";
import missing from "#app/assets/art/plate-missing.svg?url";

/** Tells that there is no such page, and where to go on. */
export function NotFound() {
  return (
    <section className="wrap notice" aria-labelledby="missing-title">
      <div>
        <h1 id="missing-title" className="d2">
          One tile is missing
        </h1>
        <p className="lead">
          Page not found: nothing is at this address. It may have moved, or the link has a typing mistake.
        </p>
        <div className="notice-actions">
          <Link className="btn btn-accent" to="/">
            Go to the home page
          </Link>
          <Link className="btn btn-outline" to="/#services">
            See our services
          </Link>
          <Link className="btn btn-outline" to="/contact">
            Contact Us
          </Link>
        </div>
      </div>
      <img src={missing} alt="" width={640} height={480} />
    </section>
  );
}

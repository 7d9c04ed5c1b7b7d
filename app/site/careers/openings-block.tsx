import { Link } from "react-router";
import { buildContactPath } from "#app/content/calls-to-action.ts";
import { careers } from "#app/content/pages/careers.ts";
import { goToTarget } from "#app/ui/go-to-target.ts";
import type { Openings } from "./load-openings.server.ts";

/** Beside the page's title: the number of open roles with a link to the list, or that there are none. */
export function OpeningsBlock({ openings }: { openings: Openings }) {
  return openings.state === "none" ? <NoneOpen /> : <LinkToList openings={openings} />;
}

function NoneOpen() {
  const { openings, closing } = careers;
  return (
    <section className="gold openings" aria-labelledby="openings">
      <h2 id="openings" className="d3">
        {openings.title}
      </h2>
      <p>
        {openings.none} <Link to="/careers/apply">{openings.open}</Link>
      </p>
      <Link
        className="btn btn-primary"
        to={buildContactPath(closing.subject)}
        data-event="call-to-action"
        data-event-data="careers"
        viewTransition
      >
        Ask us something
        <span className="i-ph-arrow-right" aria-hidden="true" />
      </Link>
    </section>
  );
}

function LinkToList({ openings }: { openings: Exclude<Openings, { state: "none" }> }) {
  const count = openings.state === "listed" ? openings.open : 0;
  return (
    <section className="gold openings" aria-labelledby="open-roles">
      <h2 id="open-roles" className="d3">
        {count === 0 ? "Open roles" : count === 1 ? "1 open role" : `${count} open roles`}
      </h2>
      <p>{careers.openings.text}</p>
      <a className="btn btn-primary" href="#openings" onClick={goToTarget}>
        See the openings
        <span className="i-ph-arrow-right" aria-hidden="true" />
      </a>
    </section>
  );
}

import { Link } from "react-router";
import { buildContactPath } from "#app/content/calls-to-action.ts";
import { openingWords } from "#app/content/pages/openings.ts";
import { goToTarget } from "#app/ui/go-to-target.ts";
import type { Openings } from "./load-openings.server.ts";

interface OpeningsBlockProps {
  openings: Openings;
  /** Of a question, for the contact form. */
  subject: string;
}

/** Beside the page's title: the number of open roles with a link to the list, or that there are none. */
export function OpeningsBlock({ openings, subject }: OpeningsBlockProps) {
  return openings.state === "none" ? <NoneOpen subject={subject} /> : <LinkToList openings={openings} />;
}

function NoneOpen({ subject }: { subject: string }) {
  return (
    <section className="gold openings" aria-labelledby="openings">
      <h2 id="openings" className="d3">
        {openingWords.title}
      </h2>
      <p>
        {openingWords.top.none} <Link to="/careers/apply">{openingWords.unlisted}</Link>
      </p>
      <Link
        className="btn btn-primary"
        to={buildContactPath(subject)}
        data-event="call-to-action"
        data-event-data="careers"
        viewTransition
      >
        {openingWords.top.ask}
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
        {openingWords.top.count(count)}
      </h2>
      <p>{openingWords.top.text}</p>
      <a className="btn btn-primary" href="#openings" onClick={goToTarget}>
        {openingWords.top.see}
        <span className="i-ph-arrow-right" aria-hidden="true" />
      </a>
    </section>
  );
}

import type { ReactNode } from "react";
import { Link } from "react-router";
import { openingWords } from "#app/content/pages/openings.ts";
import { Day, PayRange } from "./day-and-pay.tsx";
import type { ShownDetail } from "./format-opening.server.ts";
import "./recipes.ts";

/** The main facts of a job as a list; a preview may lack the pay. */
export function OpeningFacts({ job }: { job: Omit<ShownDetail, "pay"> & { pay: ShownDetail["pay"] | null } }) {
  return (
    <dl className="job-facts: border-t-1.5px-ink [&>div]:grid [&>div]:grid-cols-[8em_1fr] [&>div]:gap-[4px_16px] [&>div]:py-11px [&>div]:leading-1.45 [&>div]:border-b-1px-line [&_dt]:text-ink-2 [&_dt]:text-15 [&_dd]:font-500">
      <Fact name={openingWords.facts.department}>{job.department}</Fact>
      <Fact name={job.where.length > 1 ? openingWords.facts.places : openingWords.facts.place}>
        {job.where.map((place) => (
          <span key={place} className="job-place">
            {place}
          </span>
        ))}
      </Fact>
      <Fact name={openingWords.facts.workplace}>{job.workplace}</Fact>
      <Fact name={openingWords.facts.employment}>{job.employment}</Fact>
      {job.openings > 1 && <Fact name={openingWords.facts.positions}>{job.openings}</Fact>}
      {job.pay && (
        <Fact name={openingWords.facts.pay}>
          <PayRange pay={job.pay} />
        </Fact>
      )}
      <Fact name={openingWords.facts.posted}>
        <Day day={job.posted} />
      </Fact>
      {job.isOpen && (
        <Fact name={openingWords.facts.closes}>
          <Day day={job.closes} />
        </Fact>
      )}
      <Fact name={openingWords.facts.reference}>{job.requisitionId}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The link to the form for applications. */
export function Apply({ job }: { job: ShownDetail }) {
  return (
    <div className="job-apply: grid gap-14px justify-items-start [&>p]:max-w-26em [&>p]:text-ink-2 [&>p]:text-15 [&>p]:leading-1.5 print:hidden">
      <Link
        className="btn btn-accent"
        to={buildApplyPath(job)}
        data-event="apply"
        data-event-data={job.slug}
        data-event-department={job.department}
        data-event-workplace={job.workplace}
        viewTransition
      >
        {openingWords.apply.name}
        <span className="sr-only"> {openingWords.apply.role(job.title)}</span>
        <span className="i-ph-arrow-right" aria-hidden="true" />
      </Link>
      <p>{openingWords.apply.note}</p>
    </div>
  );
}

export function Closed() {
  return (
    <div className="job-note">
      <h2 className="h4">{openingWords.closed.title}</h2>
      <p className="muted">{openingWords.closed.text}</p>
      <Link className="btn btn-outline btn-small" to="/careers#openings" viewTransition>
        {openingWords.others.all}
      </Link>
    </div>
  );
}

/** Path of the form for applications to an opening. */
function buildApplyPath({ slug }: { slug: string }): string {
  return `/careers/${slug}/apply`;
}

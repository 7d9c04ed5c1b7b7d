import type { ReactNode } from "react";
import { Link } from "react-router";
import { buildApplyPath } from "./apply-path.ts";
import { Day, PayRange } from "./day-and-pay.tsx";
import type { ShownDetail } from "./format-job.server.ts";

/** The main facts of a job as a list; a preview may lack the pay. */
export function JobFacts({ job }: { job: Omit<ShownDetail, "pay"> & { pay: ShownDetail["pay"] | null } }) {
  return (
    <dl className="job-facts">
      <Fact name="Department">{job.department}</Fact>
      <Fact name={job.where.length > 1 ? "Places" : "Place"}>
        {job.where.map((place) => (
          <span key={place} className="job-place">
            {place}
          </span>
        ))}
      </Fact>
      <Fact name="Workplace">{job.workplace}</Fact>
      <Fact name="Employment">{job.employment}</Fact>
      {job.openings > 1 && <Fact name="Positions">{job.openings}</Fact>}
      {job.pay && (
        <Fact name="Pay">
          <PayRange pay={job.pay} />
        </Fact>
      )}
      <Fact name="Posted">
        <Day day={job.posted} />
      </Fact>
      {job.isOpen && (
        <Fact name="Closes">
          <Day day={job.closes} />
        </Fact>
      )}
      <Fact name="Reference">{job.requisitionId}</Fact>
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

/** The way to the form for applications. */
export function Apply({ job }: { job: ShownDetail }) {
  return (
    <div className="job-apply">
      <Link
        className="btn btn-accent"
        to={buildApplyPath(job)}
        data-event="apply"
        data-event-data={job.slug}
        data-event-department={job.department}
        data-event-workplace={job.workplace}
        viewTransition
      >
        Apply<span className="sr-only"> for {job.title}</span>
        <span className="i-ph-arrow-right" aria-hidden="true" />
      </Link>
      <p>A CV and how to reach you: a few minutes, without an account.</p>
    </div>
  );
}

export function Closed() {
  return (
    <div className="job-note">
      <h2 className="h4">This opening is closed</h2>
      <p className="muted">
        We take no more applications for it. The page stays, so that links to it still explain themselves.
      </p>
      <Link className="btn btn-outline btn-small" to="/careers#openings" viewTransition>
        See all openings
      </Link>
    </div>
  );
}

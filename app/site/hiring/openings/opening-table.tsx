// Bundle: careers
import { Fragment } from "react";
import { Link } from "react-router";
import { openingWords } from "#app/content/pages/openings.ts";
import { Table } from "#app/ui/table.tsx";
import { Day, PayRange } from "./day-and-pay.tsx";
import type { ShownOpening } from "./format-opening.server.ts";
import "./recipes.ts";

/** Openings as a table, each row with a link to the job's page. */
export function OpeningTable({ jobs, caption }: { jobs: readonly ShownOpening[]; caption: string }) {
  return (
    <Table
      className="job-table: [@media_screen]:at-sm:[&_tbody>tr]:grid-cols-[10fr_11fr_8fr_16fr_14fr] [@media_screen]:at-sm:[&_td]:text-15"
      caption={caption}
      columns={openingWords.columns}
      rows={jobs.map((job) => [
        <Link key={job.slug} className="job-link" to={`/careers/${job.slug}`} viewTransition>
          {job.title}
        </Link>,
        job.department,
        job.where.map((place) => (
          <span key={place} className="job-place">
            {place}
          </span>
        )),
        <Fragment key="work">
          {job.workplace}, <span className="job-whole">{job.employment.toLowerCase()}</span>
        </Fragment>,
        <PayRange key="pay" pay={job.pay} />,
        <Day key="closes" day={job.closes} />,
      ])}
    />
  );
}

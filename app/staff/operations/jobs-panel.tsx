import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { StatusChip } from "#app/staff-kit/tag.tsx";
import { ScrollTable } from "#app/staff/search/scroll-table.tsx";
import type { JobView } from "./rows-view.ts";
import { page } from "./page.ts";
import { Ago } from "./state-panels.tsx";
import "./recipes.ts";
import "../search/recipes.ts";

const tones = { good: "success", warning: "warn", failed: "danger" } as const;
const [width, step, height] = [4, 6, 16];

export function JobsPanel({ jobs }: { jobs: readonly JobView[] }) {
  return (
    <section className="panel ops-panel" aria-labelledby="jobs">
      <header>
        <h2 id="jobs">Jobs</h2>
        <small>the last 30 runs of each, the newest at the right</small>
      </header>
      <ScrollTable
        label="Jobs"
        heads={["Job", "State", "Last run", "Took", "Runs", "Rhythm", "Next", "Action"]}
        numbers={[3]}
        className="ops-jobs"
      >
        {jobs.map((job, place) => (
          <tr key={job.name} data-tone={job.tone}>
            <th scope="row">{job.name}</th>
            <td data-label="State">
              <StatusChip tone={job.last ? tones[job.tone] : "plain"}>{job.state}</StatusChip>
              {job.why && <span className="ops-why: block text-ink-2 text-13 max-w-40ch wrap-anywhere">{job.why}</span>}
            </td>
            <td data-label="Last run">{job.last ? <Ago at={job.last} /> : "–"}</td>
            <td className="search-number" data-label="Took">
              {job.took}
            </td>
            <td data-label="Runs">
              <Runs {...job} />
            </td>
            <td data-label="Rhythm">{job.rhythm}</td>
            <td data-label="Next">{job.next.ago}</td>
            <td>
              <DialogTrigger dialog={`run-${place}`} isSmall>
                Run…<span className="kit-unseen"> {job.name}</span>
              </DialogTrigger>
            </td>
          </tr>
        ))}
      </ScrollTable>
      {jobs.map(({ name }, place) => (
        <ConfirmDialog
          key={name}
          id={`run-${place}`}
          title="Run this job now?"
          summary="It is recorded in the audit log."
          verb="Run"
          count={1}
          noun="job"
          action={page.path}
          fields={{ do: "run", job: name }}
        >
          <p>“{name}” does now what is due, as its schedule does. Running it once more does no harm.</p>
        </ConfirmDialog>
      ))}
    </section>
  );
}

function Runs({ recent, finding }: JobView) {
  if (recent.length === 0) return "–";
  return (
    <svg
      className="ops-runs: [&_rect]:fill-c1 [&_[data-state='failed']]:fill-danger [&_[data-state='missed']]:fill-bg [&_[data-state='missed']]:stroke-ink-3 forced:[&_rect]:[fill:CanvasText] forced:[&_[data-state='missed']]:[fill:Canvas]"
      role="img"
      aria-label={finding}
      viewBox={`0 0 ${30 * step} ${height}`}
      width={30 * step}
      height={height}
    >
      {recent.map((state, place) => (
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- the runs keep their places
          key={place}
          data-state={state}
          x={(30 - recent.length + place) * step}
          y={state === "good" ? 6 : 0}
          width={width}
          height={state === "good" ? height - 6 : height}
          rx="2"
        />
      ))}
    </svg>
  );
}

import { Link } from "react-router";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import type { Range } from "#worker/analytics/figures/periods.ts";
import type { GoalSplit } from "#worker/analytics/figures/types.ts";
import { CsvLink } from "./csv-link.tsx";
import { Bar } from "./bar.tsx";
import { Definition } from "./definition.tsx";
import type { ReportView } from "./goals-view.ts";
import { splitNames } from "./names.ts";
import { type AnalyticsState, buildFilePath, buildPath, filterBy, ranges } from "./state.ts";
import "./recipes.ts";

const splits = Object.keys(splitNames) as GoalSplit[];

/** What is asked of a goal most. */
const nearRanges = ["30", "last-month"] as const satisfies readonly Range[];

/** Where those came from who reached a goal, and how far visits come in the funnel to it. */
export function GoalReport({ state, report }: { state: AnalyticsState; report: ReportView }) {
  return (
    <>
      <Sources state={state} report={report} />
      {report.steps && <Steps name={report.name} steps={report.steps} />}
    </>
  );
}

function Sources({
  state,
  report: { goal, name, split, done, coverage, staff, rows },
}: Parameters<typeof GoalReport>[0]) {
  return (
    <section className="panel" aria-labelledby="goal-sources">
      <header className="panel-crowded">
        <h2 id="goal-sources">{name}: where from</h2>
        <div className="mini">
          <nav aria-label="Days">
            {nearRanges.map((range) => (
              <Link
                key={range}
                to={buildPath(state, { range, from: "", to: "" })}
                aria-current={range === state.range ? "true" : undefined}
                preventScrollReset
              >
                {ranges[range]}
              </Link>
            ))}
          </nav>
          <nav aria-label={name}>
            {splits.map((each) => (
              <Link
                key={each}
                to={buildPath(state, { split: each })}
                aria-current={each === split ? "true" : undefined}
                preventScrollReset
              >
                {splitNames[each]}
              </Link>
            ))}
          </nav>
          <CsvLink of={`${name} by ${splitNames[split].toLowerCase()}`} href={buildFilePath(state, null, goal)} />
        </div>
      </header>
      <p className="panel-note">
        {coverage} Last is the visit in which it was done, first the earliest one of the same visitor.{" "}
        {staff && (
          <>
            <Link to={staff.path}>{staff.name}</Link> {staff.text} {staff.why}
          </>
        )}
      </p>
      {rows.length === 0 ? (
        <p className="panel-none">There was none in these days.</p>
      ) : (
        <table className="bars bars-even">
          <caption className="kit-unseen">
            {name} by {splitNames[split].toLowerCase()}, the most first
          </caption>
          <TableHead names={[splitNames[split], "Last", "First"]} />
          <tbody>
            {rows.map(({ value, last, first, ...row }) => (
              <tr key={row.name}>
                <th scope="row">
                  <Bar
                    {...row}
                    to={value === null ? null : buildPath(state, { filters: filterBy(state, split, value) })}
                  />
                </th>
                <td>{last}</td>
                <td>{first}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All</th>
              <td>{done}</td>
              <td>{done}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}

function Steps({ name, steps }: { name: string; steps: NonNullable<ReportView["steps"]> }) {
  return (
    <section className="panel" aria-labelledby="goal-steps">
      <header>
        <h2 id="goal-steps">{name}: the way there</h2>
        <Definition
          name="The way there"
          note={
            <>
              Visits of these days that did one after the other, whatever they did in between. Who comes to the form by
              another way is not in it. Share: of the step before.
            </>
          }
        />
      </header>
      <table className="bars bars-even">
        <caption className="kit-unseen">Steps to the goal with the visits that came as far</caption>
        <TableHead names={["Step", "Visits", "Share", "Lost"]} />
        <tbody>
          {steps.map(({ key, visits, share, lost, name: step, width }) => (
            <tr key={key}>
              <th scope="row">
                <Bar name={step} width={width} to={null} />
              </th>
              <td>{visits}</td>
              <td>{share ?? "–"}</td>
              <td>{lost ?? "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { CsvLink } from "./csv-link.tsx";
import { Bar } from "./bar.tsx";
import { Definition } from "./definition.tsx";
import type { GoalView, OwnGoalView } from "./goals-view.ts";
import { type AnalyticsState, buildOtherPath, buildPath, filterBy } from "./state.ts";
import "./recipes.ts";

interface GoalsPanelProps {
  state: AnalyticsState;
  goals: readonly GoalView[];
  ownGoals: readonly OwnGoalView[];
}

/** How often each goal was reached. A row opens its report; that of a goal of staff, all about the visits that reached it. */
export function GoalsPanel({ state, goals, ownGoals }: GoalsPanelProps) {
  const hasChange = goals.some(({ change }) => change !== null);
  return (
    <section className="panel panel-wide" aria-labelledby="goals">
      <header>
        <h2 id="goals">Goals</h2>
        <Definition
          name="Goals"
          note={
            <>
              Forms as our server took them and files as it handed them out, also for those who rejected; what is in the
              spam folder, staff, and programs that name themselves are left out. Scanners of mails that do not may be
              among the downloads. Known: those whose visit is known. Rate: known, of all visits. With filters, only
              those of visits that pass them. Goals of your own are visits that reached them, once each, of visitors who
              accepted.
            </>
          }
        />
        <div className="mini">
          <Link
            className={nameButton({ kind: "ghost", isSmall: true })}
            data-opens="goal-new"
            to={`${buildPath(state, { edit: "goal-new" })}#goal-form`}
          >
            New goal
          </Link>
          <CsvLink of="Goals" href={buildOtherPath(state, "goals")} />
        </div>
      </header>
      <table className="bars">
        <caption className="kit-unseen">Goals with how often they were reached</caption>
        <TableHead names={["Goal", "Done", "Known", "Rate", hasChange && "Change"]} />
        <tbody>
          {goals.map(({ goal, name, done, known, rate, change, width }) => (
            <tr key={goal}>
              <th scope="row">
                <Bar name={name} width={width} to={buildPath(state, { report: goal, panel: null })} />
              </th>
              <td>{done}</td>
              <td>{known}</td>
              <td>{rate}</td>
              {hasChange && <td>{change}</td>}
            </tr>
          ))}
          {ownGoals.map(({ id, name, done, rate, change, width }) => (
            <tr key={id}>
              <th scope="row">
                <div className="goal-own: grid grid-cols-[minmax(0,_1fr)_auto] gap-4px items-center">
                  <Bar name={name} width={width} to={buildPath(state, { filters: filterBy(state, "goal", id) })} />
                  <Link
                    className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}
                    data-opens={id}
                    to={`${buildPath(state, { edit: id })}#goal-form`}
                    aria-label={`Change “${name}”`}
                    title="Change"
                  >
                    <Icon name="pencil" />
                  </Link>
                </div>
              </th>
              <td>{done}</td>
              <td>{done}</td>
              <td>{rate}</td>
              {hasChange && <td>{change}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { CsvLink } from "./csv-link.tsx";
import { AnnotationsPanel, type Edited } from "./annotations-panel.tsx";
import { BarPanel } from "./bar-panel.tsx";
import { Definition } from "./definition.tsx";
import { GoalReport } from "./goal-report.tsx";
import { GoalsPanel } from "./goals-panel.tsx";
import { GoalForm } from "./goals/goal-form.tsx";
import type { GoalFormView } from "./goals/goal-form-view.ts";
import { type Realtime, RealtimePanel } from "./realtime-panel.tsx";
import { type AnalyticsState, buildOtherPath, buildPath, findGroup } from "./state.ts";
import type { AnalyticsView } from "./to-view.ts";
import "../recipes.ts";
import "./recipes.ts";

interface PanelGridProps {
  state: AnalyticsState;
  view: AnalyticsView;
  /** The latest. */
  realtime: Realtime;
  /** The form of a goal that is open; null where none is. */
  goalForm: GoalFormView | null;
  /** The form of an annotation as it was refused; null unless one was. */
  refusedNote: Edited | null;
}

/** The panels side by side, or one of them or the report of a goal alone. */
export function PanelGrid({ state, view, realtime, goalForm, refusedNote }: PanelGridProps) {
  const [whole] = view.panels;
  const { report } = view;
  const isAlone = report !== null || (state.panel !== null && whole !== undefined);
  if (isAlone)
    return (
      <div className="panels panels-one staff-wide">
        <p className="panels-back: p-[8px_calc(var(--px)_-_10px)_0]">
          <Link
            className={nameButton({ kind: "ghost", isSmall: true })}
            to={buildPath(state, { panel: null, report: null })}
            preventScrollReset
          >
            <Icon name="arrow-left" />
            All panels
          </Link>
        </p>
        {report ? (
          <GoalReport state={state} report={report} />
        ) : (
          whole && <BarPanel state={state} group={findGroup(whole.dimension)} panel={whole} />
        )}
      </div>
    );
  return (
    <div className="panels staff-wide">
      {goalForm && <GoalForm key={goalForm.id} state={state} form={goalForm} />}
      <GoalsPanel state={state} goals={view.goals} ownGoals={view.ownGoals} />
      {view.panels.map((panel) => (
        <BarPanel key={findGroup(panel.dimension)} state={state} group={findGroup(panel.dimension)} panel={panel} />
      ))}
      <RealtimePanel realtime={realtime} />
      <DroppedPanel state={state} dropped={view.dropped} />
      <AnnotationsPanel
        state={state}
        happenings={view.happenings}
        note={view.happeningsNote}
        edited={refusedNote ?? view.edited}
      />
    </div>
  );
}

function DroppedPanel({ state, dropped }: Pick<AnalyticsView, "dropped"> & { state: AnalyticsState }) {
  return (
    <section className="panel" aria-labelledby="dropped">
      <header>
        <h2 id="dropped">Dropped</h2>
        <small>not in any number above</small>
        {dropped.length > 0 && <CsvLink of="What was dropped" href={buildOtherPath(state, "dropped")} />}
      </header>
      {dropped.length === 0 ? (
        <p className="panel-none">Nothing was dropped in these days.</p>
      ) : (
        <dl className="panel-facts">
          {dropped.map(({ name, count, note }) => (
            <div key={name}>
              <dt>
                {name} {note && <Definition name={name} note={note} />}
              </dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

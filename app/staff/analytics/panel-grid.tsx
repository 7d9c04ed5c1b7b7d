import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { AnnotationsPanel } from "./annotations-panel.tsx";
import { BarPanel } from "./bar-panel.tsx";
import { RealtimePanel } from "./realtime-panel.tsx";
import { type AnalyticsState, buildPath, findGroup } from "./state.ts";
import type { AnalyticsView } from "./to-view.ts";

/** The panels side by side, or one of them alone with all its rows. */
export function PanelGrid({ state, view }: { state: AnalyticsState; view: AnalyticsView }) {
  const [whole] = view.panels;
  if (state.panel && whole)
    return (
      <div className="panels panels-one staff-wide">
        <p className="panels-back">
          <Link
            className={nameButton({ kind: "ghost", isSmall: true })}
            to={buildPath(state, { panel: null })}
            preventScrollReset
          >
            <Icon name="arrow-left" />
            All panels
          </Link>
        </p>
        <BarPanel state={state} group={findGroup(whole.dimension)} panel={whole} />
      </div>
    );
  return (
    <div className="panels staff-wide">
      {view.panels.map((panel) => (
        <BarPanel key={findGroup(panel.dimension)} state={state} group={findGroup(panel.dimension)} panel={panel} />
      ))}
      <RealtimePanel first={view.realtime} />
      <DroppedPanel dropped={view.dropped} />
      <AnnotationsPanel state={state} annotations={view.annotations} edited={view.edited} />
    </div>
  );
}

function DroppedPanel({ dropped }: Pick<AnalyticsView, "dropped">) {
  return (
    <section className="panel" aria-labelledby="dropped">
      <header>
        <h2 id="dropped">Dropped</h2>
        <small>not in any number above</small>
      </header>
      {dropped.length === 0 ? (
        <p className="panel-none">Nothing was dropped in these days.</p>
      ) : (
        <dl className="panel-facts">
          {dropped.map(({ name, count }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

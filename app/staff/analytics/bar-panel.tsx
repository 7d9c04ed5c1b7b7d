import { Link } from "react-router";
import { Menu } from "#app/staff-kit/menu.tsx";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import type { Dimension } from "#worker/analytics/figures/types.ts";
import { CsvLink } from "./csv-link.tsx";
import { Bar } from "./bar.tsx";
import { dimensionNames } from "./names.ts";
import { hitNames, type PanelView } from "./panels-view.ts";
import { PropertyChooser } from "./property-chooser.tsx";
import {
  type AnalyticsState,
  buildFilePath,
  buildPath,
  filterBy,
  listTabs,
  type PanelGroup,
  panelGroups,
} from "./state.ts";
import "./recipes.ts";

/** Tabs that have room beside the name. Of more the first two are shown, and the others are in a menu. */
const shownTabs = 4;
const tabsBesideMenu = 2;

interface BarPanelProps {
  state: AnalyticsState;
  group: PanelGroup;
  panel: PanelView;
}

/** Values of a dimension with their visits as bars. A row narrows everything down to its value. */
export function BarPanel({ state, group, panel }: BarPanelProps) {
  const { dimension, rows, more, isWhole } = panel;
  const name = dimensionNames[dimension];
  const hits = isWhole ? hitNames[dimension] : undefined;
  const hasChange = rows.some(({ change }) => change !== null);
  return (
    <section className="panel" aria-labelledby={`panel-${group}`}>
      <header>
        <h2 id={`panel-${group}`}>{panelGroups[group].name}</h2>
        <div className="mini">
          <Tabs state={state} group={group} current={dimension} />
          <CsvLink of={`${panelGroups[group].name} by ${name.toLowerCase()}`} href={buildFilePath(state, dimension)} />
        </div>
      </header>
      {dimension === "property" && <PropertyChooser state={state} />}
      {rows.length === 0 ? (
        <p className="panel-none">{panelGroups[group].none}</p>
      ) : (
        <table className="bars">
          <caption className="kit-unseen">
            {panelGroups[group].name} by {name.toLowerCase()}, the most visits first
          </caption>
          <TableHead names={[name, hits, "Visits", hasChange && "Change"]} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.value}>
                <th scope="row">
                  <Bar {...row} to={buildPath(state, { filters: filterBy(state, dimension, row.value) })} />
                </th>
                {hits && <td>{row.hits}</td>}
                <td>{row.visits}</td>
                {hasChange && <td>{row.change}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more !== null &&
        (isWhole ? (
          <p className="panel-none">{more} more are in the file.</p>
        ) : (
          <Link className="panel-more" to={buildPath(state, { panel: dimension })} preventScrollReset>
            {more} more<span className="kit-unseen"> of {panelGroups[group].name.toLowerCase()}</span>
          </Link>
        ))}
    </section>
  );
}

function Tabs({ state, group, current }: { state: AnalyticsState; group: PanelGroup; current: Dimension }) {
  const names: Partial<Record<Dimension, string>> = panelGroups[group].tabs;
  const all = listTabs(group);
  const tabs = all.length > shownTabs ? all.slice(0, tabsBesideMenu) : all;
  const others = all.slice(tabs.length);
  const toTab = (tab: Dimension) =>
    buildPath(state, { tabs: { ...state.tabs, [group]: tab }, panel: state.panel && tab });
  return (
    <nav aria-label={panelGroups[group].name}>
      {tabs.map((tab) => (
        <Link key={tab} to={toTab(tab)} aria-current={tab === current ? "true" : undefined} preventScrollReset>
          {names[tab]}
        </Link>
      ))}
      {others.length > 0 && (
        <Menu
          className={others.includes(current) ? "mini-more mini-current" : "mini-more"}
          label={`More of ${panelGroups[group].name.toLowerCase()}`}
          face={others.includes(current) ? names[current] : "More"}
          items={others.map((tab) => ({ name: names[tab] ?? tab, to: toTab(tab), isChecked: tab === current }))}
        />
      )}
    </nav>
  );
}

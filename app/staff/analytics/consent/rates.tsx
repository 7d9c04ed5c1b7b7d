import { ChartDrawing } from "../chart-drawing.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import type { RatesView } from "./rates-view.ts";
import { VersionName, WordingDialog } from "./wording.tsx";
import "../recipes.ts";
import "#app/staff/recipes.ts";

/** The acceptance rate over the weeks, with the same numbers in a table. */
export function WeeksChart({ view: { chart, weeks, total } }: { view: RatesView }) {
  return (
    <section className="chart staff-wide" aria-labelledby="chart-title">
      <header>
        <h2 id="chart-title">{chart.title}</h2>
        <p className="chart-legend">{chart.legend.now}</p>
      </header>
      <ChartDrawing chart={chart} />
      <p className="chart-note">
        <Icon name="info" />
        {`${total.accepted} of ${total.all} choices were to accept (${total.rate}). Who does not answer the banner, or sees none because the browser asks not to be tracked, is not counted.`}
      </p>
      <details>
        <summary>
          Show as a table <Icon name="caret-down" />
        </summary>
        {/* Can be scrolled, so it has to be reached by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
        <div className="chart-table" role="region" aria-label={`${chart.title}: table`} tabIndex={0}>
          <table className="kit-table">
            <caption>{`${chart.title}, ${chart.legend.now}`}</caption>
            <TableHead names={["Week", "Choices", "Accepted", "Rate"]} />
            <tbody>
              {weeks.map(({ name, all, accepted, rate }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{all}</td>
                  <td>{accepted}</td>
                  <td>{rate}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

/** How the versions of the banner compare; a version opens its wording. */
export function VersionsPanel({ versions }: Pick<RatesView, "versions">) {
  return (
    <section className="panel" aria-labelledby="versions">
      <header>
        <h2 id="versions">By version of the banner</h2>
      </header>
      <table className="kit-table consent-versions: mb-8px">
        <TableHead names={["Version", "Choices", "Accepted", "Rate"]} />
        <tbody>
          {versions.map(({ version, isCurrent, all, accepted, rate }) => (
            <tr key={version}>
              <th scope="row">
                {version === null ? "None of ours" : <VersionName version={version} />} {isCurrent && <Tag>In use</Tag>}
              </th>
              <td>{all}</td>
              <td>{accepted}</td>
              <td>{rate}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="panel-none">A version opens what the banner said. It is named after its first day.</p>
      {versions.map(({ version }) => version !== null && <WordingDialog key={version} version={version} />)}
    </section>
  );
}

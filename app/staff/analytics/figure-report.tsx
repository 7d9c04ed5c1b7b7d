import tokenDark from "#app/assets/art/token-data-analytics-dark.svg?url";
import token from "#app/assets/art/token-data-analytics.svg?url";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { ThemedArt } from "#app/ui/art.tsx";
import { DayChart } from "./day-chart.tsx";
import type { Figures } from "./format-overview.ts";

/** All figures of one range. */
export function FigureReport({ figures }: { figures: Figures }) {
  if (figures.isEmpty)
    return (
      <EmptyState
        title="No choices in these days"
        art={<ThemedArt art={{ light: token, dark: tokenDark }} width={104} height={104} />}
      >
        As soon as a visitor answers the consent banner, the choice is counted here; pages follow for those who accept.
      </EmptyState>
    );
  return (
    <>
      <KeyFigures figures={figures} />
      <section aria-labelledby="by-day">
        <h2 id="by-day">Views by day</h2>
        <DayChart figures={figures} />
      </section>
      <div className="staff-split">
        <section aria-labelledby="by-page">
          <h2 id="by-page">Views by page</h2>
          <PathTable figures={figures} />
        </section>
        <section aria-labelledby="dropped">
          <h2 id="dropped">Dropped</h2>
          <DropList figures={figures} />
        </section>
      </div>
    </>
  );
}

function KeyFigures({ figures }: { figures: Figures }) {
  const entries = [
    ["Choices", figures.choices, "accepted and rejected"],
    ["Accepted", figures.accepted, null],
    ["Rejected", figures.rejected, null],
    ["Coverage", figures.coverage ?? "–", "accepted ÷ all choices"],
    ["Visitors", figures.visitors, "who accepted"],
    ["Views", figures.views, "by these visitors"],
  ] as const;
  return (
    <dl className="key-figures">
      {entries.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="key-figure">{value}</dd>
          {note && <dd>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

function PathTable({ figures }: { figures: Figures }) {
  if (figures.paths.length === 0) return <p className="staff-text">No page was viewed by a visitor who accepted.</p>;
  return (
    <>
      <table className="kit-table">
        <caption>
          {figures.pathsLeftOut > 0
            ? `The ${figures.paths.length} most viewed pages; ${figures.pathsLeftOut} more are not listed`
            : "All viewed pages, the most viewed first"}
        </caption>
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col" className="figure">
              Views
            </th>
            <th scope="col" className="figure">
              Visitors
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.paths.map((row) => (
            <tr key={row.path}>
              <th scope="row">
                {row.name}
                <span className="path-title">{row.title}</span>
              </th>
              <td className="figure" data-label="Views">
                {row.views}
              </td>
              <td className="figure" data-label="Visitors">
                {row.visitors}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function DropList({ figures }: { figures: Figures }) {
  if (figures.dropped.length === 0) return <p className="staff-text">Every record of these days was counted.</p>;
  return (
    <table className="kit-table">
      <caption>Records that were not counted</caption>
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col" className="figure">
            Records
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.dropped.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td className="figure" data-label="Records">
              {row.count}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

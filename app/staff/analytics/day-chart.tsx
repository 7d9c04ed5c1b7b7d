import { Icon } from "#app/staff-kit/icon.tsx";
import type { Figures } from "./format-overview.ts";

const height = 240;

/**
 * Views by day as a bar chart from zero, with the same figures in a table below. Positions are percentages of the
 * width, so the text keeps its size on every screen.
 */
export function DayChart({ figures }: { figures: Pick<Figures, "days" | "ticks" | "finding"> }) {
  const { days, ticks, finding } = figures;
  const top = ticks.at(-1)?.value ?? 1;
  const last = days.length - 1;
  const named = [0, Math.round(last / 2), last];
  return (
    <figure className="days">
      <div className="days-plot">
        <svg role="img" aria-label={`Views by day: ${finding}`} width="100%" height={height + 28}>
          {ticks.map(({ value, name }) => (
            <g key={value} className={value === 0 ? "days-base" : "days-grid"}>
              <line x1="0" x2="100%" y1={yOf(value, top)} y2={yOf(value, top)} />
              <text x="-8" y={yOf(value, top) + 4} textAnchor="end">
                {name}
              </text>
            </g>
          ))}
          {days.map(
            (day, index) =>
              day.count > 0 && (
                <rect
                  key={day.key}
                  x={share(index + 0.16, days.length)}
                  width={share(0.68, days.length)}
                  y={yOf(day.count, top)}
                  height={height - yOf(day.count, top)}
                  rx="6"
                />
              ),
          )}
          {days.every((day) => day.count === 0) && (
            <text x="50%" y={height / 2} textAnchor="middle">
              No views in these days
            </text>
          )}
          {named.map((index) => (
            <text key={index} {...alignLabel(index, days.length)} y={height + 22}>
              {days[index]?.shortName}
            </text>
          ))}
        </svg>
      </div>
      <details>
        <summary>
          Show as a table <Icon name="caret-down" />
        </summary>
        <table className="kit-table">
          <caption>Views and visitors by day, in UTC</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className="figure">
                Views
              </th>
              <th scope="col" className="figure">
                Visitors
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.key}>
                <th scope="row">
                  <time dateTime={day.key}>{day.name}</time>
                </th>
                <td className="figure" data-label="Views">
                  {day.views}
                </td>
                <td className="figure" data-label="Visitors">
                  {day.visitors}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** Distance from the top of the drawing, which leaves half a line of text above the highest tick. */
function yOf(value: number, top: number): number {
  return Math.round(8 + (height - 8) * (1 - value / top));
}

function share(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(3)}%`;
}

/**
 * Labels are centred below their bars. If the bars are narrow, the first and the last label are aligned with the
 * chart's edges.
 */
function alignLabel(index: number, count: number) {
  if (count > 7 && index === 0) return { x: share(0.16, count), textAnchor: "start" } as const;
  if (count > 7 && index === count - 1) return { x: share(count - 0.16, count), textAnchor: "end" } as const;
  return { x: share(index + 0.5, count), textAnchor: "middle" } as const;
}

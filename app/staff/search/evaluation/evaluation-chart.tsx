import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useWriteTime } from "#app/ui/local-time.tsx";
import { type ChartPoint, type EvaluationView, tickStyle } from "./chart-view.ts";
import { plotHeight, plotWidth } from "./plot.ts";

/** The fused ranking over time, with its intervals, and that of words alone. The same figures stand in the history below. */
export function EvaluationChart({ view }: { view: EvaluationView }) {
  const { points, ticks, finding, fused, lexical } = view;
  const last = points.at(-1);
  const writeDay = useWriteTime(tickStyle);
  const isHydrated = useHydrated();
  if (!last) return <p className="panel-none">Run an evaluation to see how well the search ranks.</p>;
  return (
    <div className="evaluation-frame">
      <svg className="chart-plot" role="img" aria-label={finding} width="100%" height={plotHeight + 44}>
        {ticks.map(({ y, name }) => (
          <g key={name}>
            <line className="chart-grid" x1="0" x2="100%" y1={14 + y} y2={14 + y} />
            <text x="-8" y={18 + y} textAnchor="end">
              {name}
            </text>
          </g>
        ))}
        {points.map(
          ({ id, x, starts }) =>
            starts && (
              <g key={id}>
                <line className="chart-note-line" x1={share(x)} x2={share(x)} y1="0" y2={14 + plotHeight} />
                <svg x={share(x)} y="0" overflow="visible">
                  <text x="4" y="10">
                    {starts}
                  </text>
                </svg>
              </g>
            ),
        )}
        {points.map(({ id, x, top, bottom }) => (
          <line
            key={id}
            className="evaluation-rod"
            x1={share(x)}
            x2={share(x)}
            y1={14 + top}
            y2={14 + Math.max(bottom, top + 1)}
          />
        ))}
        <svg
          x="0"
          y="14"
          width="100%"
          height={plotHeight}
          viewBox={`0 0 ${plotWidth} ${plotHeight}`}
          preserveAspectRatio="none"
          overflow="visible"
        >
          <path
            className="chart-before"
            vectorEffect="non-scaling-stroke"
            d={draw(points, ({ lexicalY }) => lexicalY)}
          />
          <path className="chart-now" vectorEffect="non-scaling-stroke" d={draw(points, ({ y }) => y)} />
        </svg>
        {points.map((point) => (
          <svg key={point.id} x={share(point.x)} y={14 + point.y} overflow="visible">
            <path className={point === last ? "chart-mark" : "evaluation-point"} d="M-5 0L0 -4L5 0L0 4z" />
          </svg>
        ))}
        {points.map(
          ({ id, x, tick }, place) =>
            tick && (
              <text
                key={id}
                x={share(x)}
                y={plotHeight + 36}
                textAnchor={place === 0 && points.length > 1 ? "start" : place === points.length - 1 ? "end" : "middle"}
              >
                {isHydrated ? writeDay(tick.at) : tick.name}
              </text>
            ),
        )}
      </svg>
      <p className="evaluation-legend">
        <span>
          <svg width="18" height="3" aria-hidden="true">
            <path className="chart-now" d="M0 1.5H18" />
          </svg>
          <b>{fused}</b>
        </span>
        <span>
          <svg width="18" height="3" aria-hidden="true">
            <path className="chart-before" d="M0 1.5H18" />
          </svg>
          {lexical}
        </span>
      </p>
    </div>
  );
}

function draw(points: readonly ChartPoint[], toY: (point: ChartPoint) => number): string {
  return points.map((point, place) => `${place === 0 ? "M" : "L"}${point.x} ${toY(point)}`).join("");
}

function share(x: number): string {
  return `${(x / plotWidth) * 100}%`;
}

import type { ExampleSeries } from "#app/content/page-types.ts";
import { serviceTemplate } from "#app/content/pages/service-template.ts";
import { listTicks, toPercent } from "./scale.ts";

/**
 * A line chart from zero with its finding, and the same figures in a table. Positions are percentages of the drawing,
 * so that text and points keep their size on every screen.
 */
export function SeriesChart({ finding, unit, points }: ExampleSeries) {
  const ticks = listTicks(Math.max(...points.map(({ value }) => value)));
  const top = ticks.at(-1) ?? 1;
  const marks = points.map(({ label, value }, index) => ({
    label,
    value,
    x: index / (points.length - 1),
    y: 1 - value / top,
  }));
  const [first, last] = [marks[0], marks.at(-1)];
  /** Narrow screens have room for three labels. */
  const named = new Set([0, Math.round((marks.length - 1) / 2), marks.length - 1]);
  return (
    <figure className="series: [&_figcaption]:mb-36px [&_figcaption]:text-ink-2 [&_figcaption]:text-15 [&_figcaption]:leading-1.5 [&_strong]:text-ink [&_strong]:font-600 [&_summary]:inline-flex [&_summary]:gap-10px [&_summary]:items-center [&_summary]:min-h-44px [&_summary]:font-600 [&_summary:hover]:underline [&_summary:hover]:underline-offset-4px [&_table]:w-full [&_table]:mt-8px [&_table]:tabular-nums [&_table]:text-left [&_table]:border-collapse [&_tbody_th]:font-400">
      <figcaption>
        <strong>{finding}.</strong> {serviceTemplate.example.caption(unit)}
      </figcaption>
      <svg
        className="series-plot: w-[calc(100%_-_116px)] h-[clamp(220px,_24vw,_340px)] m-[0_72px_40px_44px] overflow-visible [&_svg]:overflow-visible [&_line]:stroke-line [&_polyline]:fill-none [&_polyline]:stroke-gold [&_polyline]:[stroke-width:4] [&_polyline]:[stroke-linejoin:round] [&_polyline]:[vector-effect:non-scaling-stroke] [&_path]:fill-gold [&_path]:stroke-band [&_path]:[stroke-width:3] [&_text]:fill-ink-2 [&_text]:text-14 [&_text]:tabular-nums forced:[--gold:CanvasText] forced:[--band:Canvas] forced:[--ink:CanvasText] forced:[--ink-2:CanvasText] forced:[--line:GrayText]"
        role="img"
        aria-label={serviceTemplate.example.chart(finding)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x2="100%" y1={toPercent(1 - tick / top)} y2={toPercent(1 - tick / top)} />
            <text x="-12" y={toPercent(1 - tick / top)} dy="0.35em" textAnchor="end">
              {tick.toLocaleString("en-GB")}
            </text>
          </g>
        ))}
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" width="100%" height="100%">
          <polyline points={marks.map(({ x, y }) => `${x.toFixed(4)},${y.toFixed(4)}`).join(" ")} />
        </svg>
        {marks.map(({ label, x, y }, index) => (
          <g key={label}>
            <svg x={toPercent(x)} y={toPercent(y)}>
              <path d="M-11 0L0-7.5L11 0L0 7.5z" />
            </svg>
            <text
              className={named.has(index) ? undefined : "series-minor"}
              x={toPercent(x)}
              y="100%"
              dy="26"
              textAnchor="middle"
            >
              {label}
            </text>
          </g>
        ))}
        {/* Not repeated when the axis has the same number beside it. */}
        {first && !ticks.includes(first.value) && (
          <text
            className="series-first: [.series-plot_&]:fill-ink [.series-plot_&]:font-600"
            x={toPercent(first.x)}
            y={toPercent(first.y)}
            dy="-16"
          >
            {first.value}
          </text>
        )}
        {last && (
          <text
            className="series-last: [.series-plot_&]:fill-gold [.series-plot_&]:[font:600_2.125rem_var(--font-display)]"
            x="100%"
            y={toPercent(last.y)}
            dx="20"
            dy="0.35em"
          >
            {last.value}
          </text>
        )}
      </svg>
      <details>
        <summary>
          <span className="i-ph-plus" aria-hidden="true" />
          {serviceTemplate.example.table}
        </summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{serviceTemplate.example.when}</th>
              <th scope="col">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

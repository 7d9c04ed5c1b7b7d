import type { FiguresView } from "./figures-view.ts";

const row = 46;

interface Bar {
  key: string;
  name: string;
  note: string;
  /** Per cent of the width. */
  width: number;
  /** Of a second, thinner bar. */
  reach?: number;
}

/** Bars from zero, one below the other, each with its name and its figure. The table below has all numbers. */
function Bars({ bars, label }: { bars: readonly Bar[]; label: string }) {
  return (
    <svg
      className="figures-bars: block mb-14px overflow-visible [&_text]:text-13 [&_text]:tabular-nums [&_text]:fill-ink [&_text+text]:fill-ink-2 [&_rect]:fill-c1 forced:[&_rect]:[fill:CanvasText]"
      role="img"
      aria-label={label}
      width="100%"
      height={bars.length * row}
    >
      {bars.map(({ key, name, note, width, reach = 0 }, at) => (
        <g key={key}>
          <text x="0" y={at * row + 16}>
            {name}
          </text>
          <text x="100%" y={at * row + 16} textAnchor="end">
            {note}
          </text>
          <rect
            className="figures-track: [.figures-bars_&]:fill-surface-2 forced:[.figures-bars_&]:[fill:Canvas] forced:[.figures-bars_&]:[stroke:CanvasText]"
            width="100%"
            height="14"
            x="0"
            y={at * row + 24}
            rx="4"
          />
          {reach > width && (
            <rect
              className="figures-reach: [.figures-bars_&]:fill-line-strong forced:[.figures-bars_&]:[fill:GrayText]"
              width={share(reach)}
              height="14"
              x="0"
              y={at * row + 24}
              rx="4"
            />
          )}
          {width > 0 && <rect width={share(width)} height="14" x="0" y={at * row + 24} rx="4" />}
        </g>
      ))}
    </svg>
  );
}

function share(width: number): string {
  return `${Math.max(0.5, Math.min(100, width)).toFixed(2)}%`;
}

export function FunnelChart({ view }: { view: FiguresView }) {
  const bars = view.funnel.map(({ key, name, value, ofAll, width }) => ({
    key,
    name,
    note: `${value}, ${ofAll}`,
    width,
  }));
  const label = `Funnel: ${bars.map(({ name, note }) => `${name} ${note}`).join("; ")}`;
  return <Bars bars={bars} label={label} />;
}

/** The median of each stage, and faintly the days within which nine of ten have left it. */
export function TimesChart({ view }: { view: FiguresView }) {
  const bars = view.times.map(({ key, name, median, most, medianWidth, mostWidth }) => ({
    key,
    name,
    note: median === null ? "nobody has left it" : `${median}, nine in ten within ${most ?? ""}`,
    width: medianWidth,
    reach: mostWidth,
  }));
  const label = `Time in stage, median: ${bars.map(({ name, note }) => `${name} ${note}`).join("; ")}`;
  return <Bars bars={bars} label={label} />;
}

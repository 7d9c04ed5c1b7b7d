import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { type ChartNote, type ChartPoint, type ChartView, plotHeight, plotWidth } from "./chart-view.ts";
import "./recipes.ts";

/** Room above the plot for one and for two rows of letters, in pixels. */
const oneRow = 36;
const twoRows = 60;

/**
 * The lines of the chart. Their box is stretched to the width of the screen, while strokes and texts keep their size. With
 * script a point can be marked by the pointer or the arrow keys.
 */
export function ChartDrawing({ chart }: { chart: ChartView }) {
  const { points, ticks, notes, peak, finding } = chart;
  const [marked, setMarked] = useState<number | null>(null);
  const hasScript = useHydrated();
  const shown = points[marked ?? peak ?? -1];
  const head = notes.some(({ isNote }) => !isNote) ? twoRows : oneRow;
  return (
    <div className="chart-frame: relative ml-44px" data-rows={head === twoRows ? 2 : 1}>
      <svg
        className="chart-plot: block overflow-visible [&_text]:text-13 [&_text]:tabular-nums [&_text]:fill-ink-2"
        role="img"
        aria-label={finding}
        width="100%"
        height={head + plotHeight + 24}
      >
        {ticks.map(({ y, name }) => (
          <g key={y}>
            <line className="chart-grid: stroke-line" x1="0" x2="100%" y1={head + y} y2={head + y} />
            <text x="-8" y={head + y + 4} textAnchor="end">
              {name}
            </text>
          </g>
        ))}
        {points.map(
          ({ x, tick }, at) =>
            tick !== null && (
              <text
                key={x}
                className="chart-tick: lt-md:[&:nth-of-type(even)]:hidden"
                x={share(x)}
                y={head + plotHeight + 20}
                textAnchor={anchor(at, points)}
              >
                {tick}
              </text>
            ),
        )}
        {notes.map((note) => (
          <Letter key={note.id} note={note} head={head} />
        ))}
        <svg
          x="0"
          y={head}
          width="100%"
          height={plotHeight}
          viewBox={`0 0 ${plotWidth} ${plotHeight}`}
          preserveAspectRatio="none"
          overflow="visible"
        >
          <Lines points={points} />
        </svg>
        {shown && shown.y !== null && (
          <svg x={share(shown.x)} y={head + shown.y} overflow="visible">
            <path
              className="chart-mark: [.chart_&]:fill-accent forced:[.chart_&]:[fill:Highlight]"
              d="M-7 0L0 -5L7 0L0 5z"
            />
          </svg>
        )}
      </svg>
      {hasScript && <Marker chart={chart} marked={marked} mark={setMarked} />}
    </div>
  );
}

function Lines({ points }: { points: readonly ChartPoint[] }) {
  const open = points.findIndex(({ isOpen, y }) => isOpen && y !== null);
  const closed = open < 0 ? points : points.slice(0, open);
  const area = closed.filter(({ y }) => y !== null);
  const [first, last] = [area[0], area.at(-1)];
  return (
    <>
      {first && last && (
        <path
          className="chart-area: [.chart_&]:op-8 [.chart_&]:fill-c1"
          d={`M${first.x} ${plotHeight}${area.map(({ x, y }) => `L${x} ${y}`).join("")}L${last.x} ${plotHeight}z`}
        />
      )}
      <path className="chart-before" d={drawLine(points.map(({ x, beforeY }) => [x, beforeY]))} />
      <path className="chart-now" d={drawLine(closed.map(({ x, y }) => [x, y]))} />
      {open > 0 && (
        <path
          className="chart-now chart-open: [.chart_&]:[stroke-dasharray:2_4]"
          d={drawLine(points.slice(open - 1, open + 1).map(({ x, y }) => [x, y]))}
        />
      )}
    </>
  );
}

/** A line through the points, with a gap where one is missing. */
function drawLine(points: readonly (readonly [x: number, y: number | null])[]): string {
  return points
    .map(([x, y], at) => (y === null ? "" : `${typeof points[at - 1]?.[1] === "number" ? "L" : "M"}${x} ${y}`))
    .join("");
}

/** What nobody has written has a square in the lower row. */
function Letter({ note: { letter, x, text, room, isNote }, head }: { note: ChartNote; head: number }) {
  const y = isNote ? 14 : 38;
  return (
    <>
      <line
        className="chart-note-line: stroke-line-strong"
        x1={share(x)}
        x2={share(x)}
        y1={y + 9}
        y2={head + plotHeight}
      />
      <svg x={share(x)} y={y} overflow="visible" data-auto={isNote ? undefined : ""}>
        {isNote ? (
          <circle className="chart-disc" r="9" />
        ) : (
          <rect className="chart-disc" x="-9" y="-9" width="18" height="18" rx="3" />
        )}
        <text
          className="chart-letter: [.chart-plot_&]:font-600 [.chart-plot_&]:text-12 [.chart-plot_&]:fill-on-primary [.chart-plot_[data-auto]>&]:fill-ink"
          textAnchor="middle"
          y="4.5"
        >
          {letter}
        </text>
        {room && (
          <text
            className="chart-note-text: lt-md:hidden"
            x={room === "after" ? 14 : -14}
            y="5"
            textAnchor={room === "after" ? "start" : "end"}
          >
            {text.length > 26 ? `${text.slice(0, 25)}…` : text}
          </text>
        )}
      </svg>
    </>
  );
}

interface MarkerProps {
  chart: ChartView;
  marked: number | null;
  mark: (place: number | null) => void;
}

/** Lies over the plot: a slider through its points, and what the marked one says. */
function Marker({ chart: { points, peak, title }, marked, mark }: MarkerProps) {
  const last = points.length - 1;
  const at = marked ?? peak ?? last;
  const point = points[at];
  if (!point) return null;

  function follow({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    mark(clamp(Math.round(((clientX - left) / width) * last), last));
  }

  function onKey(event: KeyboardEvent) {
    const next = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1 }[event.key];
    const far = { Home: 0, End: last, PageUp: at + 7, PageDown: at - 7 }[event.key];
    if (event.key === "Escape") mark(null);
    const place = next ?? far;
    if (place === undefined) return;
    event.preventDefault();
    mark(clamp(place, last));
  }

  const { name, value, before, happened } = point;
  return (
    <div
      className="chart-marker: [[data-rows='2']>&]:top-60px absolute top-36px right-0 bottom-24px left-0 [cursor:crosshair] [touch-action:pan-y]"
      role="slider"
      tabIndex={0}
      aria-label={`${title}: point`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={`${name}: ${value}${before ? `; ${before.name}: ${before.value}` : ""}${happened.map((text) => `; ${text}`).join("")}`}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && mark(null)}
      onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && mark(at)}
      onBlur={() => mark(null)}
      onKeyDown={onKey}
    >
      {marked !== null && (
        <div
          className="chart-tip: absolute top-8px w-max p-[7px_10px] text-on-primary text-13 leading-1.125rem bg-primary rounded-10px [translate:14px_0] pointer-events-none data-[side=left]:[translate:calc(-100%_-_14px)_0] [&>dl]:grid [&>dl]:grid-cols-[auto_auto] [&>dl]:gap-[0_12px] [&_dd]:font-600 [&_dd]:text-right"
          data-side={point.x > plotWidth / 2 ? "left" : "right"}
          // The policy allows styles that script sets, and no attribute.
          ref={(tip) => tip?.style.setProperty("left", share(point.x))}
        >
          <b>{name}</b>
          <dl>
            <dt>{title.split(" by ")[0]}</dt>
            <dd>{value}</dd>
            {before && (
              <>
                <dt>{before.name}</dt>
                <dd>{before.value}</dd>
              </>
            )}
          </dl>
          {happened.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </div>
  );
}

function clamp(place: number, last: number): number {
  return Math.min(last, Math.max(0, place));
}

function share(x: number): string {
  return `${(x / plotWidth) * 100}%`;
}

/** The last label would stand over the edge of the sheet. */
function anchor(at: number, { length }: { length: number }) {
  return at === length - 1 && length > 1 ? "end" : "middle";
}

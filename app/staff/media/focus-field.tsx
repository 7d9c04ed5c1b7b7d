import { type PointerEvent, useState } from "react";

interface FocusFieldProps {
  /** Address of the picture. */
  src: string;
  alt: string;
  focus: { x: number; y: number };
  width: number;
  height: number;
  /** The form that saves it. */
  form: string;
}

const axes = [
  { axis: "x", label: "Focal point from the left" },
  { axis: "y", label: "Focal point from the top" },
] as const;

/**
 * The picture with the point that stays in sight when it is cut: set by pointing at it, or with two sliders, which work
 * without script and by keyboard.
 */
export function FocusField({ src, alt, focus, width, height, form }: FocusFieldProps) {
  const [point, setPoint] = useState(focus);

  function take(event: PointerEvent<HTMLElement>) {
    const { left, top, width: wide, height: high } = event.currentTarget.getBoundingClientRect();
    setPoint({ x: toShare(event.clientX, left, wide), y: toShare(event.clientY, top, high) });
  }

  return (
    <div // The panel of one file.
      className="media-focus: grid gap-6px"
    >
      {/* The sliders below do the same by keyboard. */}
      <div
        className="media-focus-picture: relative justify-self-center [cursor:crosshair] [touch-action:none] [&>img]:w-auto [&>img]:max-h-280px [&>img]:bg-surface-2 [&>svg]:absolute [&>svg]:inset-0 [&>svg]:w-full [&>svg]:h-full [&>svg]:pointer-events-none [&>svg]:[mix-blend-mode:difference] [&_path]:[stroke:var(--paper)] [&_path]:[stroke-width:1.5] [&_path]:[vector-effect:non-scaling-stroke]"
        onPointerDown={take}
      >
        <img src={src} alt={alt} width={width} height={height} />
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d={`M${point.x * 100} 0V100M0 ${point.y * 100}H100`} />
        </svg>
      </div>
      {axes.map(({ axis, label }) => (
        <label
          key={axis}
          className="media-focus-axis: grid grid-cols-[11rem_minmax(0,_1fr)_3rem] gap-8px items-center min-h-28px text-ink-2 text-13 [&>input]:w-full [&>input]:[accent-color:var(--accent)]"
        >
          <span>{label}</span>
          <input
            type="range"
            name={`focus.${axis}`}
            form={form}
            min={0}
            max={1}
            step={0.01}
            value={point[axis]}
            aria-valuetext={`${Math.round(point[axis] * 100)} %`}
            onChange={({ target }) => setPoint({ ...point, [axis]: Number(target.value) })}
          />
          <span aria-hidden="true">{Math.round(point[axis] * 100)} %</span>
        </label>
      ))}
    </div>
  );
}

/** Where `at` lies from `from` on, as a share of `length`, in hundredths. */
function toShare(at: number, from: number, length: number): number {
  return Math.round(Math.min(1, Math.max(0, (at - from) / length)) * 100) / 100;
}

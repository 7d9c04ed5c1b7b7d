import { starPaths, starViewBox } from "#app/ui/star.ts";

/** The brand's star with as many rhombs lit as stages are reached; `at` counts from 0, of `of` stages. */
export function StageStar({ at, of }: { at: number; of: number }) {
  const lit = Math.min(starPaths.length, Math.max(1, Math.round(((at + 1) / of) * starPaths.length)));
  return (
    <svg
      className="stage-star: flex-none w-18px h-18px [&>path]:fill-line [&>[data-lit='done']]:fill-current [&>[data-lit='now']]:fill-accent"
      viewBox={starViewBox}
      aria-hidden="true"
    >
      {starPaths.map((path, index) => (
        <path key={path} d={path} {...(index < lit && { "data-lit": index === lit - 1 ? "now" : "done" })} />
      ))}
    </svg>
  );
}

// Bundle: site
import { starPaths, starViewBox } from "./star.ts";

/**
 * The star whose rhombs light up in turn. With a `label` it is an image with that name. Without one it is decoration
 * beside text that says the same, as in a busy button.
 */
export function StarSpinner({ label }: { label?: string }) {
  return (
    <svg
      className="star-spinner"
      viewBox={starViewBox}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      {starPaths.map((path) => (
        <path key={path} d={path} fill="currentColor" />
      ))}
    </svg>
  );
}

// Bundle: site
import { accentRhomb, logoPaths, starViewBox } from "./star.ts";

/** The logo without the name. Decorative: the name is beside it or in the link's label. */
export function LogoMark() {
  return (
    <svg className="logo-mark" viewBox={starViewBox} aria-hidden="true">
      {logoPaths.map((path, k) => (
        <path key={path} d={path} fill={k === accentRhomb ? "var(--accent)" : "currentColor"} />
      ))}
    </svg>
  );
}

// Bundle: staff
import type { ReactNode } from "react";
import { starPaths, starViewBox } from "#app/ui/star.ts";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { Icon } from "./icon.tsx";
import "./recipes.ts";
import "./kit.css";
import "./states.css";

interface StateProps {
  title: string;
  /** What will appear here, or what to do now. */
  children: ReactNode;
  /** One button or link. */
  action?: ReactNode;
}

/** Stands where content will be once there is some. `art` is its token; without one, the star at rest. */
export function EmptyState({ title, children, action, art }: StateProps & { art?: ReactNode }) {
  return (
    <div className="kit-state">
      {art ?? <StarAtRest />}
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Stands where something could not be read; says that nothing is lost, if so, and offers the next step. */
export function ErrorState({ title, children, action }: StateProps) {
  return (
    <div className="kit-state kit-state-error: bg-danger-bg" role="alert">
      <Icon name="warning" />
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** In place of content that is loading, shown after 300 ms. */
export function LoadingState({ children }: { children: string }) {
  return (
    <div className="kit-state kit-state-loading: bg-none [animation:kit-late_0.2s_0.3s_both]" role="status">
      <StarSpinner />
      <p>{children}</p>
    </div>
  );
}

function StarAtRest() {
  return (
    <svg
      className="kit-state-star: w-64px h-64px text-line-strong fill-current"
      viewBox={starViewBox}
      aria-hidden="true"
    >
      {starPaths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

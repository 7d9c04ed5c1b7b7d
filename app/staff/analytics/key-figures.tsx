import { useId } from "react";
import { Link } from "react-router";
import { Icon } from "#app/staff-kit/icon.tsx";
import type { KeyFigure } from "./key-figures-view.ts";
import { type AnalyticsState, buildPath } from "./state.ts";

/** The numbers that matter, each with what it counts on request. One that the chart can show is a link that shows it. */
export function KeyFigures({ state, figures }: { state: AnalyticsState; figures: readonly KeyFigure[] }) {
  return (
    <dl className="key-figures staff-wide">
      {figures.map((figure) => (
        <Figure key={figure.key} state={state} figure={figure} />
      ))}
    </dl>
  );
}

function Figure({ state, figure: { key, name, value, note, change } }: { state: AnalyticsState; figure: KeyFigure }) {
  const id = useId();
  const isShown = key === state.metric;
  return (
    <div data-shown={isShown || undefined}>
      <dt>
        {key === "coverage" ? (
          <span>{name}</span>
        ) : (
          <Link to={buildPath(state, { metric: key })} aria-current={isShown ? "true" : undefined} preventScrollReset>
            {name}
          </Link>
        )}
        <button type="button" className="key-figures-why" popoverTarget={id} aria-label={`What “${name}” counts`}>
          <Icon name="info" />
        </button>
        <span id={id} className="kit-menu kit-float key-figures-note" popover="auto">
          {note}
        </span>
      </dt>
      <dd>{value}</dd>
      {change && (
        <dd>
          <b data-tone={change.tone}>{change.text}</b> from {change.from}
        </dd>
      )}
    </div>
  );
}

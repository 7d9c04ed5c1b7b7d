import { Link } from "react-router";
import { page as consentPage } from "./consent/page.ts";
import { Definition } from "./definition.tsx";
import type { KeyFigure } from "./key-figures-view.ts";
import { type AnalyticsState, buildPath } from "./state.ts";

/**
 * The numbers that matter, each with what it counts on request. One that the chart can show is a link that shows it; the
 * coverage leads to the page of consent.
 */
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
  const isShown = key === state.metric;
  return (
    <div data-shown={isShown || undefined}>
      <dt>
        {key === "coverage" ? (
          <Link to={consentPage.path}>{name}</Link>
        ) : (
          <Link to={buildPath(state, { metric: key })} aria-current={isShown ? "true" : undefined} preventScrollReset>
            {name}
          </Link>
        )}
        <Definition name={name} note={note} />
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

import { Link } from "react-router";
import { page as consentPage } from "./consent/page.ts";
import { Definition } from "./definition.tsx";
import type { KeyFigure } from "./key-figures-view.ts";
import { type AnalyticsState, buildPath } from "./state.ts";
import "../recipes.ts";

/**
 * The numbers that matter, each with what it counts on request. One that the chart can show is a link that shows it; the
 * coverage leads to the page of consent.
 */
export function KeyFigures({ state, figures }: { state: AnalyticsState; figures: readonly KeyFigure[] }) {
  return (
    <dl
      // The whole figure is the link.
      className="staff-wide key-figures: grid grid-cols-[repeat(7,_minmax(0,_1fr))] border-y-1px-line [&>div]:relative [&>div]:min-w-0 [&>div]:p-[10px_14px_11px] [&>div+div]:border-l-1px-line [&>div:first-child]:pl-page [&>[data-shown]]:[box-shadow:inset_0_-3px_var(--accent)] [&_dt>a::after]:absolute [&_dt>a::after]:inset-0 [&_dt>a::after]:content-empty [&>div:has(dt>a:hover)]:bg-surface [&_dt>a:focus-visible]:outline-none [&_dt>a:focus-visible::after]:focus-ring [&_dt>a:focus-visible::after]:outline-offset-[-3px] [&_dt+dd]:mt-3px [&_dt+dd]:type-600-26/1.75rem-display [&_dt+dd]:tabular-nums [&_dt+dd]:[letter-spacing:-0.02em] [&_dt+dd]:whitespace-nowrap [&_dd+dd]:mt-2px [&_dd+dd]:text-ink-2 [&_dd+dd]:text-13 [&_dd+dd]:leading-1.125rem [&_b[data-tone='even']]:text-ink [&_b[data-tone='better']]:text-success [&_b[data-tone='worse']]:text-danger lt-xl:grid-cols-[repeat(4,_minmax(0,_1fr))] lt-xl:[&>div:nth-child(4n+1)]:pl-page lt-xl:[&>div:nth-child(4n+1)]:border-l-0 lt-xl:[&>div:nth-child(n+5)]:border-t-1px-line lt-sm:grid-cols-[repeat(2,_minmax(0,_1fr))] lt-sm:[&>div:nth-child(n)]:pl-page lt-sm:[&>div:nth-child(n)]:border-l-1px-line lt-sm:[&>div:nth-child(odd)]:border-l-0 lt-sm:[&>div:nth-child(n+3)]:border-t-1px-line forced:[&>[data-shown]]:[outline:2px_solid_Highlight] forced:[&>[data-shown]]:outline-offset-[-2px]"
    >
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

import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { ListOutcome, type ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { ErrorState } from "#app/staff-kit/states.tsx";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { TryAgain } from "#app/staff-kit/try-again.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import { type Part, parts } from "./parts.ts";
import "../recipes.ts";
import "#app/staff-kit/recipes.ts";
import "../analytics/recipes.ts";
import "./recipes.ts";
import "#app/staff/analytics/chart.css";
import "#app/staff/analytics/panels.css";
import "#app/staff/analytics/reports.css";
import "#app/staff/analytics/analytics.css";
import "./search.css";

interface PartAnswer {
  outcome?: ListOutcomeWords | null;
  refusedView?: string | null;
}

interface SearchPageProps {
  part: Part;
  /** One sentence, with the numbers that matter. */
  sentence: ReactNode;
  actions?: ReactNode;
  /** What the last form has done. */
  done: string | null;
  answer: PartAnswer | undefined;
  /** Null where it could not be read. */
  children: ReactNode;
  /** Why it was not read, where the reader can do something about it. */
  why?: string | null;
}

/** The frame of each part: head, tabs, what the last form has done. */
export function SearchPage({ part, sentence, actions, done, answer, children, why }: SearchPageProps) {
  const { path } = parts[part];
  return (
    <>
      <PageHead title="Embeddings" actions={actions}>
        {sentence}
      </PageHead>
      <DoneNotice text={answer ? null : done} />
      <ListOutcome outcome={answer?.outcome ?? null} path={path} />
      {answer?.refusedView && (
        <p className="kit-error" role="alert">
          {answer.refusedView}
        </p>
      )}
      <PartTabs part={part} />
      {children ?? (
        <ErrorState title={why ? "Not so fast" : "This could not be read just now"} action={<TryAgain to={path} />}>
          {why ?? "Nothing is lost, and visitors can go on searching. Please try again in a minute."}
        </ErrorState>
      )}
    </>
  );
}

function PartTabs({ part }: { part: Part }) {
  const tabs = useRef<HTMLElement>(null);
  // On a phone the last tabs are beside the screen.
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>(`[data-tab="${part}"]`);
    if (tabs.current && current) tabs.current.scrollLeft = current.offsetLeft - tabs.current.clientWidth / 2;
  }, [part]);
  return (
    <nav ref={tabs} className="report-tabs staff-wide" aria-label="Parts of this page">
      {Object.entries(parts).map(([key, { path, name }]) => (
        <Link key={key} to={path} data-tab={key} aria-current={key === part ? "page" : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

import { Form, Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { readOwn } from "#shared/text/read-own.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/overview.ts";
import { page } from "../page.ts";
import { buildPartPath, parts } from "../parts.ts";
import { answerPart, readPart } from "../read-part.ts";
import { SearchPage } from "../search-page.tsx";
import { Direction } from "../direction.tsx";
import { TestForm } from "../test/test-form.tsx";
import { answerOverview, overviewSchema } from "./answer-overview.ts";
import { CoveragePanel } from "./coverage-panel.tsx";
import { FailuresPanel, RunsPanel, StalePanel } from "./lists.tsx";
import { loadOverview, type OverviewView } from "./overview-view.ts";
import { PlanPanel } from "./plan-panel.tsx";
import { useRun } from "./use-run.ts";
import { VersionsPanel } from "./versions-panel.tsx";
import "#app/staff/recipes.ts";
import "../recipes.ts";
import "#app/staff/analytics/recipes.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export const loader = (args: Route.LoaderArgs) => readPart(args, loadOverview);

export const action = (args: Route.ActionArgs) => answerPart(args, overviewSchema, answerOverview);

/** A failed read is loaded again and not cached; nor is a page with a run on it, which moves. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(page);

const doneWords: Readonly<Record<string, string>> = {
  started: "The run has started. Visitors go on searching in what serves now.",
  pause: "The run stops after the step that it is in.",
  resume: "The run goes on where it stopped.",
  cancel: "The run is cancelled. What serves has not changed.",
  switch: "The search answers from this version now. The one before can come back for 14 days.",
  rollback: "The version before serves again.",
  retry: "What failed is tried again.",
  index: "What is stale is being indexed.",
  fill: "The site is being indexed. Load this page again in a moment.",
};

export default function Overview({ loaderData: { view, done, why }, actionData }: Route.ComponentProps) {
  return (
    <SearchPage
      part="overview"
      done={readOwn(doneWords, done ?? "") ?? null}
      answer={actionData}
      why={why}
      sentence={view?.sentence}
      actions={
        <Link
          className={nameButton({ kind: "primary" })}
          to={`${buildPartPath("overview", { plan: "new" })}#plan`}
          preventScrollReset
        >
          <Icon name="redo" />
          Re-embed…
        </Link>
      }
    >
      {view && <Everything view={view} />}
    </SearchPage>
  );
}

function Everything({ view }: { view: OverviewView }) {
  const run = useRun(view.run);
  if (view.coverage.length === 0)
    return (
      <EmptyState
        title="Nothing indexed yet"
        action={
          <Form method="post" action={page.path}>
            <Button type="submit" kind="primary" name="do" value="fill">
              Index the site now
            </Button>
          </Form>
        }
      >
        Public pages, articles and openings come in by themselves within five minutes of a deployment.
      </EmptyState>
    );
  return (
    <>
      {view.plan && <PlanPanel plan={view.plan} isBusy={run?.state === "running" || run?.state === "paused"} />}
      <div className="panels search-top staff-wide">
        <CoveragePanel view={view} />
        <VersionsPanel view={view} run={run} />
      </div>
      <section
        className="search-quick: [&_header]:flex [&_header]:flex-wrap [&_header]:gap-[4px_12px] [&_header]:items-baseline [&_header]:text-ink-2 [&_header]:text-13"
        aria-labelledby="quick-test"
      >
        <header>
          <h2 id="quick-test">Query tester</h2>
          <small>Same words, three rankings: by words, by meaning, fused.</small>
        </header>
        <TestForm q="" version="" versions={[]} />
      </section>
      <div className="panels panels-one staff-wide">
        <SynonymsPanel view={view} />
        <StalePanel view={view} />
        {view.failures.length > 0 && <FailuresPanel view={view} />}
        <RunsPanel view={view} />
      </div>
    </>
  );
}

function SynonymsPanel({ view: { synonyms, synonymCount } }: { view: OverviewView }) {
  return (
    <section className="panel" aria-labelledby="overview-synonyms">
      <header>
        <h2 id="overview-synonyms">Synonyms</h2>
        <small className="search-count">{synonymCount}</small>
        <Link
          className={`${nameButton({ isSmall: true })} search-end`}
          to={`${buildPartPath("words", { open: "synonyms" })}#words-form`}
        >
          <Icon name="plus" />
          Add
        </Link>
      </header>
      {synonyms.length === 0 ? (
        <p className="panel-none">None yet. The query log shows what visitors call things.</p>
      ) : (
        <ul className="search-pairs: [&>li]:grid [&>li]:grid-cols-[minmax(0,_1fr)_28px_minmax(0,_1.6fr)_48px] [&>li]:gap-8px [&>li]:p-[6px_0] [&>li]:border-b-1px-line [&_a]:font-600">
          {synonyms.map(({ id, first, others, oneWay, touched }) => (
            <li key={id}>
              <Link to={`${buildPartPath("words", { open: id })}#words-form`}>{first}</Link>
              <Direction oneWay={oneWay} />
              <span>{others}</span>
              <span className="search-number">{touched}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="panel-none">
        Number: searches in 30 days that it has changed. Changes count at once, without embedding anything again.{" "}
        <Link className="panel-link" to={parts.words.path}>
          All synonyms, pins and exclusions
        </Link>
      </p>
    </section>
  );
}

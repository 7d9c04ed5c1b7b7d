import { Form, Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { readOwn } from "#shared/text/read-own.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/evaluation.ts";
import { page } from "../page.ts";
import { parts } from "../parts.ts";
import { answerPart, readPart } from "../read-part.ts";
import { SearchPage } from "../search-page.tsx";
import { answerEvaluation, evaluationLimits, evaluationSchema } from "./answer-evaluation.ts";
import { buildEvaluationPath, metricNames } from "./asked.ts";
import { EvaluationChart } from "./evaluation-chart.tsx";
import { type EvaluationPageView, loadEvaluation } from "./evaluation-view.ts";
import { ImportForm } from "./import-form.tsx";
import { QueryEditor } from "./query-editor.tsx";
import { ComparisonPanel, HistoryPanel, KindsPanel, QueriesPanel } from "./tables.tsx";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export const loader = (args: Route.LoaderArgs) => readPart(args, loadEvaluation);

export const action = (args: Route.ActionArgs) =>
  answerPart(args, evaluationSchema, answerEvaluation, evaluationLimits);

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta({ ...page, name: parts.evaluation.name });

const doneWords: Readonly<Record<string, string>> = {
  saved: "The judged query is saved. The next evaluation counts it.",
  evaluated: "The evaluation is stored.",
  imported: "The judged queries are imported.",
};

export default function Evaluation({ loaderData: { view, done, why }, actionData }: Route.ComponentProps) {
  const tried = actionData && "tried" in actionData ? actionData.tried : null;
  return (
    <SearchPage
      part="evaluation"
      done={readOwn(doneWords, done ?? "") ?? null}
      answer={actionData}
      why={why}
      sentence={view && `How well the search ranks, held against ${view.judged} queries that people have judged.`}
      actions={
        <Form className="kit-row" method="post" action={parts.evaluation.path} preventScrollReset>
          {view && view.versions.length > 1 && (
            <select className="kit-input search-model" name="version" aria-label="Version to measure">
              <option value="">The version that serves</option>
              {view.versions.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <Button type="submit" kind="primary" name="do" value="evaluate">
            Run evaluation
          </Button>
        </Form>
      }
    >
      {view && (
        <div className="panels panels-one staff-wide">
          {view.editor && (
            <QueryEditor key={view.editor.id + view.editor.version} editor={view.editor} asked={view.asked} />
          )}
          {view.comparison && <ComparisonPanel comparison={view.comparison} asked={view.asked} />}
          <ChartPanel view={view} />
          <KindsPanel view={view} />
          <HistoryPanel view={view} />
          <QueriesPanel view={view} />
          <ImportForm tried={tried} />
        </div>
      )}
    </SearchPage>
  );
}

function ChartPanel({ view: { asked, chart } }: { view: EvaluationPageView }) {
  return (
    <section className="panel" aria-labelledby="chart-title">
      <header>
        <h2 id="chart-title">{metricNames[asked.metric]}</h2>
        <small>{chart.about}</small>
        <nav className="search-segments search-end" aria-label="Measure">
          {(["ndcg", "recall", "mrr"] as const).map((metric) => (
            <Link
              key={metric}
              to={buildEvaluationPath(asked, { metric })}
              aria-current={metric === asked.metric ? "true" : undefined}
              preventScrollReset
            >
              {metricNames[metric].replace("@10", "")}
            </Link>
          ))}
        </nav>
      </header>
      <EvaluationChart view={chart} />
      <p className="kit-hint">
        nDCG: how close the order of the first ten is to the best possible one. Recall: how much of what is of use is
        among the first ten. MRR: how far up the first useful result stands. Each from 0 to 1.
      </p>
    </section>
  );
}

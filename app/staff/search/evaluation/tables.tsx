import { Form, Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { parts } from "../parts.ts";
import { ScrollTable } from "../scroll-table.tsx";
import { buildEvaluationPath, type EvaluationAsked, metricNames } from "./asked.ts";
import type { ComparisonView } from "./comparison-view.ts";
import type { EvaluationPageView } from "./evaluation-view.ts";

/** Means by kind of query. */
export function KindsPanel({ view: { kinds, asked } }: { view: EvaluationPageView }) {
  if (kinds.length === 0) return null;
  const name = metricNames[asked.metric];
  return (
    <section className="panel search-panel" aria-labelledby="kinds">
      <header>
        <h2 id="kinds">By kind of query</h2>
        <small>Latest evaluation</small>
      </header>
      <ScrollTable
        label="By kind of query"
        heads={["Kind", "Queries", `${name}, fused`, `${name}, words`]}
        numbers={[1, 2, 3]}
      >
        {kinds.map(({ kind, name: title, queries, fused, lexical }) => (
          <tr key={kind}>
            <th scope="row">
              <Link to={`${buildEvaluationPath(asked, { kind })}#queries`}>{title}</Link>
            </th>
            <td className="search-number">{queries}</td>
            <td className="search-number">{fused}</td>
            <td className="search-number">{lexical}</td>
          </tr>
        ))}
      </ScrollTable>
    </section>
  );
}

/** All evaluations, of which two can be compared. */
export function HistoryPanel({ view: { history, asked } }: { view: EvaluationPageView }) {
  const [second, first] = history;
  return (
    <section className="panel search-panel" aria-labelledby="history">
      <header>
        <h2 id="history">History</h2>
      </header>
      {history.length === 0 ? (
        <p className="panel-none">No evaluation yet.</p>
      ) : (
        <Form action={parts.evaluation.path}>
          <ScrollTable
            label="Evaluations"
            heads={["When", "Compare", "Of", "Queries", "nDCG", "Recall", "MRR", "nDCG, words"]}
            numbers={[3, 4, 5, 6, 7]}
          >
            {history.map(({ id, at, about, queries, ndcg, recall, mrr, lexical }) => (
              <tr key={id}>
                <th scope="row">
                  <LocalTime at={at} />
                </th>
                <td>
                  <label className="search-pick">
                    <input type="radio" name="first" value={id} defaultChecked={id === (asked.first || first?.id)} /> A
                  </label>{" "}
                  <label className="search-pick">
                    <input type="radio" name="second" value={id} defaultChecked={id === (asked.second || second?.id)} />{" "}
                    B
                  </label>
                </td>
                <td>{about}</td>
                <td className="search-number">{queries}</td>
                <td className="search-number">{ndcg}</td>
                <td className="search-number">{recall}</td>
                <td className="search-number">{mrr}</td>
                <td className="search-number">{lexical}</td>
              </tr>
            ))}
          </ScrollTable>
          {history.length > 1 && (
            <Button type="submit" isSmall>
              Compare A with B
            </Button>
          )}
        </Form>
      )}
    </section>
  );
}

export function ComparisonPanel({ comparison, asked }: { comparison: ComparisonView; asked: EvaluationAsked }) {
  const { summary, first, second, rows } = comparison;
  return (
    <section className="panel search-panel" aria-labelledby="comparison">
      <header>
        <h2 id="comparison">Two evaluations compared</h2>
        <small>{summary}</small>
        <Link
          className={`${nameButton({ kind: "ghost", isSmall: true })} search-end`}
          to={buildEvaluationPath(asked, { first: "", second: "" })}
        >
          Close
        </Link>
      </header>
      {rows.length > 0 && (
        <ScrollTable
          label="Two evaluations, query by query"
          heads={[
            "Query",
            <>
              A: <LocalTime at={first} />
            </>,
            <>
              B: <LocalTime at={second} />
            </>,
            "Change",
          ]}
          numbers={[1, 2, 3]}
        >
          {rows.map(({ text, before, after, change, isWorse, testTo }) => (
            <tr key={text}>
              <th scope="row">
                <Link to={testTo}>{text}</Link>
              </th>
              <td className="search-number">{before}</td>
              <td className="search-number">{after}</td>
              <td className="search-number" data-bad={isWorse || undefined}>
                {change}
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}

/** The judged queries. */
export function QueriesPanel({ view: { queries, asked, judged } }: { view: EvaluationPageView }) {
  return (
    <section className="panel search-panel" id="queries" aria-labelledby="queries-title">
      <header>
        <h2 id="queries-title">Judged queries</h2>
        <small className="search-count">
          {queries.length === judged ? judged : `${queries.length} of ${judged}`}
          {asked.kind && `, ${asked.kind}`}
        </small>
        <Link
          className={`${nameButton({ isSmall: true })} search-end`}
          to={`${buildEvaluationPath(asked, { open: "new" })}#query-form`}
        >
          Add a query
        </Link>
      </header>
      <Form key={asked.words} className="search-words" role="search" action={parts.evaluation.path} preventScrollReset>
        {asked.kind && <input type="hidden" name="kind" value={asked.kind} />}
        <label className="kit-unseen" htmlFor="queries-words">
          Judged queries with these words
        </label>
        <input
          id="queries-words"
          className="kit-input"
          type="search"
          name="q"
          defaultValue={asked.words}
          placeholder="Queries with…"
        />
        <Button type="submit">Find</Button>
        {(asked.kind || asked.words) && (
          <Link className={nameButton({ kind: "ghost" })} to={buildEvaluationPath(asked, { kind: "", words: "" })}>
            Show all
          </Link>
        )}
      </Form>
      {queries.length === 0 ? (
        <p className="panel-none">
          {judged === 0 ? "None yet. Judge results in the query tester, or import a file." : "No such query."}
        </p>
      ) : (
        <ScrollTable
          label="Judged queries"
          heads={["Query", "Kind", "Documents", metricNames[asked.metric]]}
          className="search-long"
          numbers={[3]}
        >
          {queries.map(({ id, text, kind, grades, score, isPoor, openTo }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={openTo}>{text}</Link>
              </th>
              <td>{kind && <Tag>{kind}</Tag>}</td>
              <td>{grades}</td>
              <td className="search-number" data-bad={isPoor || undefined}>
                {score}
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}

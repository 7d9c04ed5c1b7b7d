import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { DropZone } from "#app/staff-kit/drop-zone.tsx";
import { KitField } from "#app/staff-kit/field.tsx";
import { parts } from "../parts.ts";

interface Tried {
  queries: string;
  qrels: string;
  problems: readonly string[];
  more: number;
  summary: string;
}

/** Judged queries in TREC form, in and out. */
export function ImportForm({ tried }: { tried: Tried | null }) {
  const isFine = tried !== null && tried.problems.length === 0;
  // What was read is shown to be put right, and the files that it came from are let go.
  const shown = tried ? [tried.queries, tried.qrels].map((text) => text.length + text.slice(0, 80)).join() : "";
  return (
    <section className="panel search-form" id="import" aria-labelledby="import-title">
      <header>
        <h2 id="import-title">Import and export</h2>
        <span className="search-end search-actions">
          <a className="panel-link" href={`${parts.evaluation.path}-files?of=queries`}>
            Queries
          </a>
          <a className="panel-link" href={`${parts.evaluation.path}-files?of=qrels`}>
            Grades
          </a>
          <a className="panel-link" href={`${parts.evaluation.path}-files?of=csv`}>
            Figures as CSV
          </a>
        </span>
      </header>
      <Form method="post" action={parts.evaluation.path} encType="multipart/form-data" preventScrollReset>
        <div className="search-two" key={shown}>
          <DropZone label="File of queries" name="queries-file" accept=".tsv,.txt,text/plain" isOptional />
          <DropZone label="File of grades (qrels)" name="qrels-file" accept=".txt,.qrels,.tsv,text/plain" isOptional />
          <KitField
            label="Or the queries"
            hint="On each line a number, the query and what is special about it, with tabs between them."
          >
            {(ties) => (
              <textarea
                {...ties}
                className="kit-input search-code"
                name="queries"
                rows={4}
                defaultValue={tried?.queries}
              />
            )}
          </KitField>
          <KitField
            label="Or the grades (qrels)"
            hint="On each line: number of the query, 0, address or key of the document, grade from 0 to 3."
          >
            {(ties) => (
              <textarea {...ties} className="kit-input search-code" name="qrels" rows={4} defaultValue={tried?.qrels} />
            )}
          </KitField>
        </div>
        {tried && (
          <div role={isFine ? "status" : "alert"}>
            <p>
              {isFine ? `${tried.summary} Nothing is stored yet.` : "Nothing is stored. Put these lines right first:"}
            </p>
            <ul className="search-problems">
              {tried.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
              {tried.more > 0 && <li>and {tried.more} more</li>}
            </ul>
          </div>
        )}
        <div className="kit-row">
          <Button type="submit" name="do" value="import-try">
            Check first
          </Button>
          {isFine && (
            <Button type="submit" kind="primary" name="do" value="import">
              Import
            </Button>
          )}
        </div>
      </Form>
    </section>
  );
}

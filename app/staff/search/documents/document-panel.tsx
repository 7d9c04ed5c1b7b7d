import { Link } from "react-router";
import { nameButton } from "#app/staff-kit/button.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { DocumentView } from "./documents-view.ts";
import "../recipes.ts";
import "#app/staff/analytics/recipes.ts";

/** One document with its chunks: what is indexed of it, and what is nearest to each. */
export function DocumentPanel({ document }: { document: DocumentView }) {
  const { title, kind, path, summary, changed, indexed, chunks, related, closeTo } = document;
  return (
    <section
      className="search-document: [&_a]:underline [&_a]:underline-offset-3px min-w-0 pl-20px border-l-1px-line [&>header]:flex [&>header]:gap-8px [&>header]:items-start [&>header]:justify-between lt-md:p-[16px_0_0] lt-md:border-l-0 lt-md:[.search-beside>&]:-order-1 lt-md:[.search-beside>&]:mb-12px"
      id="document"
      aria-labelledby="document-title"
    >
      <header>
        <h2 id="document-title">{title}</h2>
        <Link className={nameButton({ kind: "ghost", isSmall: true })} to={closeTo} preventScrollReset>
          Close
        </Link>
      </header>
      <p className="search-facts">
        {kind}, <a href={path}>{path}</a>. Changed <LocalTime at={changed} />, indexed <LocalTime at={indexed} />.
      </p>
      {summary && <p>{summary}</p>}
      <RelatedDocuments related={related} />
      <ol className="search-chunks: [&_summary]:min-h-28px [&>li]:py-10px [&>li]:border-t-1px-line">
        {chunks.map((chunk) => (
          <li key={chunk.id} id={`chunk-${chunk.id}`}>
            <h3>
              <a href={chunk.to}>{chunk.trail || "Beginning"}</a>
            </h3>
            <p>{chunk.text}</p>
            {chunk.failure && <p className="kit-error">{chunk.failure}</p>}
            <details>
              <summary>{chunk.vectors.length === 0 ? "No vector yet" : `Embedded, ${chunk.hash}`}</summary>
              <ul>
                {chunk.vectors.map(({ about, at }) => (
                  <li key={about}>
                    {about}, <LocalTime at={at} />
                  </li>
                ))}
                <li>Its text has the hash {chunk.hash}…: equal text is embedded once.</li>
              </ul>
            </details>
            <Link
              className={nameButton({ kind: "ghost", isSmall: true })}
              to={chunk.nearTo}
              aria-expanded={chunk.neighbours !== null}
              preventScrollReset
            >
              {chunk.neighbours ? "Hide what is nearest" : "Show what is nearest"}
            </Link>
            {chunk.neighbours?.length === 0 && (
              <p className="panel-none">Nothing is near it in the version that serves.</p>
            )}
            {chunk.neighbours && chunk.neighbours.length > 0 && (
              <ol className="search-near">
                {chunk.neighbours.map((other) => (
                  <li key={other.openTo}>
                    <span>{other.score}</span>
                    <div>
                      <Link to={other.openTo}>{[other.title, other.trail].filter(Boolean).join(" › ")}</Link>
                      <p>{other.text}</p>
                    </div>
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What its page names as related, in the same order. */
function RelatedDocuments({ related }: Pick<DocumentView, "related">) {
  return (
    <details className="search-related">
      <summary>Related, as visitors see it</summary>
      {related === null && <p>This page names what is written in its copy.</p>}
      {related?.length === 0 && <p>Nothing.</p>}
      {related && related.length > 0 && (
        <ol className="search-near">
          {related.map(({ title, path, score }) => (
            <li key={path}>
              <span>{score ?? "–"}</span>
              <a href={path}>{title}</a>
            </li>
          ))}
        </ol>
      )}
      {related?.some(({ score }) => score === null) && (
        <p>
          Those without a figure were chosen by tags, department and date: too few are near, or it is not worked out
          yet.
        </p>
      )}
    </details>
  );
}

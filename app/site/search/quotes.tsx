import { Link } from "react-router";
import { search } from "#app/content/pages/search.ts";
import type { ShownQuote } from "#shared/search/site-search.ts";
import { Marked } from "./marked.tsx";

/** Sentences of the site that answer what was asked, each with a link to its page. */
export function Quotes({ quotes }: { quotes: readonly ShownQuote[] }) {
  return (
    <section className="search-quotes" aria-labelledby="quotes-title">
      <h2 id="quotes-title">{search.quotes}</h2>
      <div data-event="search-result">
        {quotes.map(({ to, title, trail, text, marks }) => (
          <figure key={to + text}>
            <blockquote cite={to}>
              <Marked text={text} marks={marks} />
            </blockquote>
            <figcaption>
              <Link to={to}>
                <bdi>{[title, ...trail].join(" › ")}</bdi>
                <span className="i-ph-arrow-right" aria-hidden="true" />
              </Link>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

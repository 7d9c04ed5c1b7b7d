import { Link } from "react-router";
import { search } from "#app/content/pages/search.ts";
import type { ShownQuote } from "#shared/search/site-search.ts";
import { Marked } from "./marked.tsx";

/** Sentences of the site that answer what was asked, each with a link to its page. */
export function Quotes({ quotes }: { quotes: readonly ShownQuote[] }) {
  return (
    <section
      className="search-quotes: [&_a:hover]:text-accent-text max-w-46rem p-[clamp(24px,_3vw,_40px)] m-[20px_0_32px] bg-surface [border-inline-start:3px_solid_var(--accent)] [&>h2]:mb-16px [&>h2]:text-17 [&>h2]:font-text [&>h2]:tracking-0 [&_figure+figure]:mt-20px [&_blockquote]:text-fluid-18-21 [&_blockquote]:leading-1.45 [&_figcaption_a]:inline-flex [&_figcaption_a]:gap-0.5rem [&_figcaption_a]:items-center [&_figcaption_a]:min-h-44px [&_figcaption_a]:font-600 [&_figcaption_a]:text-15"
      aria-labelledby="quotes-title"
    >
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

import { Link } from "react-router";
import { labels } from "#app/content/labels.ts";
import type { Heading } from "#shared/insights/article-markdown.ts";
import { usePassedHeading } from "./use-passed-heading.ts";

/**
 * Table of contents of an article. With script the section being read is marked. Renders nothing for fewer than two
 * sections.
 */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  const current = usePassedHeading(headings.map(({ id }) => id));
  if (headings.length < 2) return <div className="article-contents" />;
  return (
    <nav className="article-contents" aria-labelledby="contents">
      <h2 id="contents">{labels.contents}</h2>
      <ol>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <Link to={{ hash: id }} aria-current={id === current ? "location" : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

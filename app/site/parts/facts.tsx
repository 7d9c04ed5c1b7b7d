// Bundle: parts
import { labels } from "#app/content/labels.ts";
import type { Passage } from "#app/content/page-types.ts";

/** Three short facts between lines, below the start of a page. */
export function Facts({ facts }: { facts: readonly Passage[] }) {
  if (facts.length === 0) return null;
  return (
    <div className="wrap">
      <ul className="facts" aria-label={labels.inShort}>
        {facts.map(({ title, text }) => (
          <li key={title}>
            <p className="h4">{title}</p>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

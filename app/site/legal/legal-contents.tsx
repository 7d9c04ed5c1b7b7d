import type { LegalSection } from "#app/content/legal.ts";
import { labels } from "#app/content/labels.ts";
import { AnchorLink } from "#app/ui/anchor-link.tsx";
import { useCurrentSection } from "#app/ui/use-current-section.ts";

interface ContentsProps {
  sections: readonly LegalSection[];
}

/**
 * Links to the sections of a legal page; the one being read is marked. They are beside the text on wide screens. On
 * narrow ones they are above it and folded, because the list would fill the first screen. CSS shows one of the two.
 */
export function LegalContents({ sections }: ContentsProps) {
  const current = useCurrentSection(sections.map(({ id }) => id));
  const links = (
    <ol>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <AnchorLink to={id} aria-current={id === current ? "true" : undefined}>
            {id === current && <span className="rhomb" />}
            {title}
          </AnchorLink>
        </li>
      ))}
    </ol>
  );
  return (
    <nav className="legal-contents" aria-label={labels.contents}>
      <div className="contents-folded qa">
        <details>
          <summary>
            <b>{labels.contents}</b>
            <span className="i-ph-plus" aria-hidden="true" />
          </summary>
          {links}
        </details>
      </div>
      <div className="contents-open">
        <h2>{labels.contents}</h2>
        {links}
      </div>
    </nav>
  );
}

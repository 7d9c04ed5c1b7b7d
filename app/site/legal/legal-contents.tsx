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
    <nav
      className="legal-contents: self-start text-15 leading-1.35 [&_h2]:mb-4px [&_h2]:type-600-15/1.4-text [&_h2]:tracking-0 [&_a]:relative [&_a]:block [&_a]:p-[7px_0] [&_a]:text-ink-2 [&_a:hover]:underline [&_a:hover]:underline-offset-4px lt-md:[&_ol]:pb-20px lt-md:[&_ol]:[columns:17em] lt-md:[&_a]:py-12px md:sticky md:top-[calc(var(--header)_+_24px)] md:max-h-[calc(100svh_-_var(--header)_-_48px)] md:-ml-22px md:pl-22px md:overflow-y-auto print:hidden"
      aria-label={labels.contents}
    >
      <div className="qa contents-folded: md:hidden">
        <details>
          <summary>
            <b>{labels.contents}</b>
            <span className="i-ph-plus" aria-hidden="true" />
          </summary>
          {links}
        </details>
      </div>
      <div className="contents-open: lt-md:hidden">
        <h2>{labels.contents}</h2>
        {links}
      </div>
    </nav>
  );
}

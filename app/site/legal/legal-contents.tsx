import type { LegalSection } from "#app/content/legal.ts";
import { PlaceLink } from "#app/ui/place-link.tsx";
import { useCurrentSection } from "#app/ui/use-current-section.ts";

/** Links to the sections of a legal page; the one being read is marked. */
export function LegalContents({ sections }: { sections: readonly LegalSection[] }) {
  const current = useCurrentSection(sections.map(({ id }) => id));
  return (
    <nav className="legal-contents" aria-labelledby="contents">
      <h2 id="contents">Contents</h2>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <PlaceLink to={id} aria-current={id === current ? "true" : undefined}>
              {id === current && <span className="rhomb" />}
              {title}
            </PlaceLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

import { useEffect, useRef } from "react";
import { industryTemplate } from "#app/content/pages/industry-template.ts";
import { AnchorLink } from "#app/ui/anchor-link.tsx";
import { useCurrentSection } from "#app/ui/use-current-section.ts";

interface SectionPillsProps {
  sections: readonly { id: string; name: string }[];
}

/** Links to the page's sections, sticky below the header. The section being read is marked. */
export function SectionPills({ sections }: SectionPillsProps) {
  const list = useRef<HTMLUListElement>(null);
  const current = useCurrentSection(sections.map(({ id }) => id));

  useEffect(() => {
    if (!list.current) return;
    const pill = current ? list.current.querySelector<HTMLElement>("[aria-current]") : undefined;
    // Scrolls only the list, unlike scrollIntoView, which would scroll the page too.
    list.current.scrollLeft = pill ? pill.offsetLeft + (pill.offsetWidth - list.current.clientWidth) / 2 : 0;
  }, [current]);

  return (
    <nav className="pills: sticky top-header z-20 bg-bg border-b-1px-line" aria-label={industryTemplate.onThisPage}>
      <ul ref={list} className="wrap">
        {sections.map(({ id, name }) => (
          <li key={id}>
            <AnchorLink to={id} aria-current={id === current ? "true" : undefined}>
              {name}
            </AnchorLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

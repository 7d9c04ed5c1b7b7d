import type { LegalPage, LegalSection } from "#app/content/legal.ts";
import { Table } from "#app/ui/table.tsx";
import { formatDay } from "./format-day.ts";

/** A legal page: contents at the left, prose, nothing else. */
export function LegalDocument({ title, updated, intro, sections }: LegalPage) {
  return (
    <div className="wrap legal">
      <header>
        <h1 className="d2">{title}</h1>
        <p className="muted">
          Last changed on <time dateTime={updated}>{formatDay(updated)}</time>
        </p>
      </header>
      <nav className="legal-contents" aria-labelledby="contents">
        <h2 id="contents">Contents</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        <p className="legal-intro">{intro}</p>
        {sections.map((section) => (
          <Section key={section.id} {...section} />
        ))}
      </div>
    </div>
  );
}

function Section({ id, title, paragraphs, list, table }: LegalSection) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {list && (
        <ul className="marked">
          {list.map((item) => (
            <li key={item}>
              <span className="rhomb" />
              {item}
            </li>
          ))}
        </ul>
      )}
      {table && <Table {...table} showCaption />}
    </section>
  );
}

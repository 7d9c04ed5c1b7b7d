// Bundle: parts
import { useId } from "react";
import type { Passage } from "#app/content/page-types.ts";

interface TermListProps {
  title: string;
  note?: string;
  items: readonly Passage[];
  /** Anchor of the section. */
  id?: string;
}

/** A heading at the left, and at the right a list of terms with their descriptions, separated by lines. */
export function TermList({ title, note, items, id }: TermListProps) {
  const titleId = useId();
  if (items.length === 0) return null;
  return (
    <section id={id} className="section" aria-labelledby={titleId}>
      <div className="wrap split">
        <div>
          <h2 id={titleId} className="d2">
            {title}
          </h2>
          {note && <p className="muted split-note">{note}</p>}
        </div>
        <ul className="rows">
          {items.map((item) => (
            <li key={item.title}>
              <h3 className="h4">{item.title}</h3>
              <p>{item.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

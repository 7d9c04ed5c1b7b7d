// Bundle: parts
import { useId } from "react";
import type { Passage } from "#app/content/page-types.ts";
import { PlaceholderNote } from "./placeholder-note.tsx";

interface ColumnsProps {
  title: string;
  note?: string;
  items: readonly Passage[];
  /** Anchor of the section. */
  id?: string;
  band?: boolean;
  gold?: boolean;
  /** Marks the note as one about placeholders. */
  isPlaceholder?: boolean;
}

/** A heading, and below it short passages side by side, each below a line. */
export function Columns({ title, note, items, id, band = false, gold = false, isPlaceholder = false }: ColumnsProps) {
  const titleId = useId();
  if (items.length === 0) return null;
  return (
    <section id={id} className={`section${band ? " band" : ""}${gold ? " gold" : ""}`} aria-labelledby={titleId}>
      <div className="wrap">
        <div className="section-head">
          <h2 id={titleId} className="d2">
            {title}
          </h2>
          {note && (isPlaceholder ? <PlaceholderNote text={note} /> : <p className="muted">{note}</p>)}
        </div>
        <ul className={items.length === 4 ? "passages passages-4" : "passages"}>
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

// Bundle: site
import { CopyText } from "./copy-text.tsx";

interface MarkedListProps {
  items: readonly string[];
  /** Class of the mark before each item. */
  mark?: string;
}

/** A list with a marker before each item; a rhomb by default. */
export function MarkedList({ items, mark = "rhomb" }: MarkedListProps) {
  if (items.length === 0) return null;
  return (
    <ul className="marked">
      {items.map((item) => (
        <li key={item}>
          <span className={mark} aria-hidden="true" />
          <span>
            <CopyText>{item}</CopyText>
          </span>
        </li>
      ))}
    </ul>
  );
}

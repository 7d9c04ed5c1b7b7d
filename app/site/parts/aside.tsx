// Bundle: parts
import { type ReactNode, useId } from "react";
import { CopyText } from "./copy-text.tsx";

interface AsideProps {
  title: string;
  paragraphs: readonly string[];
  /** What follows the paragraphs. */
  children?: ReactNode;
}

/** A short section at the end of a page: heading at the left, paragraphs at the right. */
export function Aside({ title, paragraphs, children }: AsideProps) {
  const titleId = useId();
  return (
    <section className="wrap split aside" aria-labelledby={titleId}>
      <h2 id={titleId} className="d3">
        {title}
      </h2>
      <div className="plain muted">
        {paragraphs.map((text) => (
          <p key={text}>
            <CopyText>{text}</CopyText>
          </p>
        ))}
        {children}
      </div>
    </section>
  );
}
